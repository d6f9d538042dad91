import { useCallback, useMemo, useState } from 'react'
import { Pick } from '../../bloom/float/menu.tsx'
import { Capture, type SimilarBrief } from '../../bloom/write/capture.tsx'
import { inWords, RefusedNotice, type Said, saidOf } from '../../house/failures.tsx'
import { useIsAway } from '../../house/live.ts'
import { useRead } from '../../house/read.ts'
import { sayDone } from '../../house/toasts.tsx'
import { useWrite } from '../../house/write.ts'
import type { Projects } from '../../shell/project.ts'
import { PicturesUnderWay, usePictures } from './pictures.tsx'
import { Marked, noteOf, type SimilarItem, useSimilar } from './similar.tsx'

const noEpic = ''

/** Open epics of a project, to capture under. */
function useEpics(project: string | undefined) {
  const { data } = useRead(
    'brief.list',
    { project, query: 'is:open is:epic', limit: 100 },
    { enabled: project !== undefined },
  )
  return useMemo(() => data?.items ?? [], [data])
}

/** The house knows itself which project is meant where there is one only. */
type Where = { project: string | undefined; parentId: number | undefined }

/** The writes of a capture, and what is left to say once the text has gone. */
function useCapturing(where: Where) {
  const capture = useWrite('brief.capture')
  const append = useWrite('brief.append')
  const dispatch = useWrite('brief.dispatch')
  const cancel = useWrite('brief.setStatus')
  const pictures = usePictures()
  const [notHandedOver, setNotHandedOver] = useState<Said>()

  const handOver = async (briefId: number) => {
    try {
      const { dispatchId } = await dispatch.write({ briefId })
      sayDone(`Captured #${briefId} and handed it over as d${dispatchId}`)
    } catch (reason) {
      const said = saidOf(reason)
      setNotHandedOver({ sentence: `#${briefId} is captured, but not handed over: ${said.sentence}`, next: said.next })
    }
  }
  const takeBack = (briefId: number) =>
    void cancel.write({ briefId, status: 'cancelled', reason: 'taken back right after the capture' }).catch(() => {})

  const create = async (text: string, files: readonly string[], how: { dispatch: boolean; parentId?: number }) => {
    setNotHandedOver(undefined)
    const parentId = how.parentId ?? where.parentId
    const { briefId } = await capture.write({ text, project: where.project, parentId }).catch((reason: unknown) => {
      throw inWords(reason)
    })
    // From here on the Brief exists, so the text may go; what follows has its own place to fail.
    void pictures.send(briefId, files).then(() => (how.dispatch ? handOver(briefId) : undefined))
    if (!how.dispatch) sayDone(`Captured #${briefId}`, () => takeBack(briefId))
  }
  const add = async (briefId: number, text: string, files: readonly string[]) => {
    await append.write({ briefId, body: text, kind: 'note' }).catch((reason: unknown) => {
      throw inWords(reason)
    })
    void pictures.send(briefId, files)
    sayDone(`Added to #${briefId}`)
  }
  return { create, add, pictures, refused: notHandedOver ?? cancel.refused }
}

/** Where a Brief begins, with what is open about the same beside it. */
export function CaptureHere({ projects, shown }: { projects: Projects; shown: string | undefined }) {
  const [chosen, setChosen] = useState<string>()
  const [epic, setEpic] = useState<number>()
  const [text, setText] = useState('')
  const project = chosen ?? shown ?? projects[0]?.slug
  const epics = useEpics(project)
  const parentId = epics.some(one => one.id === epic) ? epic : undefined
  const { create, add, pictures, refused } = useCapturing({ project, parentId })
  const similar = useSimilar(text, project)
  const isEpic = (item: SimilarItem) => epics.some(one => one.id === item.id)
  const onText = useCallback((next: string) => setText(next), [])

  const asSimilar = (item: SimilarItem): SimilarBrief => ({
    id: item.id,
    href: `/briefs/${item.id}`,
    status: item.status,
    title: <Marked title={item.title} words={item.words} />,
    note: noteOf(item, project),
    action: isEpic(item) ? 'Capture under it' : 'Add this to it',
    onAction: (said, files) =>
      isEpic(item) ? create(said, files, { dispatch: false, parentId: item.id }) : add(item.id, said, files),
  })
  return (
    <>
      <Capture
        id="capture"
        draft="capture"
        isAway={useIsAway()}
        similar={similar.map(asSimilar)}
        onText={onText}
        onFile={pictures.hold}
        onCapture={(said, files, dispatch) => create(said, files, { dispatch })}
        tools={
          <>
            {project !== undefined && projects.length > 1 && (
              <Pick
                label="project"
                value={project}
                choices={projects.map(({ slug }) => ({ value: slug, name: slug }))}
                onChange={setChosen}
              />
            )}
            {epics.length > 0 && (
              <Pick
                label="under"
                value={String(parentId ?? noEpic)}
                choices={[
                  { value: noEpic, name: 'no epic' },
                  ...epics.map(one => ({ value: String(one.id), name: `#${one.id} ${one.title}` })),
                ]}
                onChange={value => setEpic(value === noEpic ? undefined : Number(value))}
              />
            )}
          </>
        }
      />
      <div className="capture-after">
        <PicturesUnderWay pictures={pictures} />
        {refused !== undefined && <RefusedNotice said={refused} />}
      </div>
    </>
  )
}
