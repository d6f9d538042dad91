/** The files that a branch changes. */
import { Icon } from '../../bloom/icon.tsx'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { PlusMinus, Said, Tag } from '../../bloom/mark.tsx'
import { counted } from '../../bloom/spoken.ts'
import type { DraftComment } from './draft-comments.ts'
import type { ChangedFile, Changes } from './reads.ts'

type FileListProps = {
  changes: Changes
  chosen: string
  /** Not sent yet. */
  comments: readonly DraftComment[]
  onChoose: (path: string) => void
}

/** A list that is longer scrolls by itself. */
const most = 60

export function FileList(props: FileListProps) {
  const { changes, chosen } = props
  const { files, changed } = changes
  const row = (file: ChangedFile) => <FileRow {...props} file={file} />
  return (
    <div className="files-in">
      {files.length > most ? (
        <div className="files">
          <VirtualList
            label="Files"
            items={files}
            keyOf={file => file.path}
            render={row}
            estimate={42}
            scroll="34rem"
            here={files.findIndex(file => file.path === chosen)}
          />
        </div>
      ) : (
        <ol className="files" aria-label="Files">
          {files.map(file => (
            <li key={file.path} aria-current={file.path === chosen || undefined}>
              {row(file)}
            </li>
          ))}
        </ol>
      )}
      {changed > files.length && <p className="small dim">and {counted(changed - files.length, 'more file')}</p>}
    </div>
  )
}

const words: Partial<Record<ChangedFile['status'], string>> = {
  added: 'new',
  deleted: 'gone',
  renamed: 'moved',
  copied: 'copied',
  type_changed: 'other kind',
}

function FileRow({ file, comments, onChoose }: FileListProps & { file: ChangedFile }) {
  const { path, from, status, added, removed } = file
  const cut = path.lastIndexOf('/') + 1
  const own = comments.filter(each => each.file === path).length
  return (
    <>
      <button type="button" title={from === undefined ? path : `${from} → ${path}`} onClick={() => onChoose(path)}>
        {cut > 0 && (
          <span className="file-dir">
            <Said>{path.slice(0, cut)}</Said>
          </span>
        )}
        <span className="file-name">
          <Said>{path.slice(cut)}</Said>
        </span>
      </button>
      {words[status] && <Tag>{words[status]}</Tag>}
      {own > 0 && (
        <span className="file-note">
          <Icon name="session" className="petal" />
          {own}
          <span className="hide"> {own === 1 ? 'comment' : 'comments'} not sent</span>
        </span>
      )}
      {added === null || removed === null ? (
        <span className="dim small">binary</span>
      ) : (
        <PlusMinus added={added} removed={removed} />
      )}
    </>
  )
}
