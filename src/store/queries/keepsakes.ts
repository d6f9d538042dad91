/** What is tied to a Brief: participants, links, attachments, the revisions of its spec. */
import type { AttachmentRow, LinkRow, Tables } from '../tables.ts'
import { type ReadTx, statement, type WriteTx } from '../transaction.ts'

const participants = statement<Tables['participants']>(
  'select * from participants where brief_id = ? order by last_at desc, actor limit ?',
)
const links = statement<LinkRow>('select * from links where brief_id = ? order by id desc limit ?')
const linkNamed = statement<LinkRow>('select * from links where brief_id = ? and type = ? and ref = ? and relation = ?')
const insertLink = statement(
  'insert into links (id, brief_id, type, ref, relation, title, url, actor, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const linkOfRef = statement<LinkRow>('select * from links where brief_id = ? and type = ? and ref = ? limit 1')
const moveLink = statement('update links set ref = ?, title = ?, at = ? where id = ?')
const attachments = statement<Omit<AttachmentRow, 'content'>>(
  'select id, brief_id, name, media_type, bytes, sha256, actor, at from attachments where brief_id = ? order by id desc limit ?',
)
const attachment = statement<AttachmentRow>('select * from attachments where id = ?')
const attachmentHash = statement<{ id: number }>(
  'select id from attachments where brief_id = ? and sha256 = ? and name = ?',
)
const insertAttachment = statement(
  'insert into attachments (id, brief_id, name, media_type, bytes, sha256, content, actor, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
)

export const participantsOf = (tx: ReadTx, briefId: number, limit: number) => participants(tx, briefId, limit)
export const linksOf = (tx: ReadTx, briefId: number, limit: number) => links(tx, briefId, limit)
export const attachmentsOf = (tx: ReadTx, briefId: number, limit: number) => attachments(tx, briefId, limit)
export const findAttachment = async (tx: ReadTx, id: number): Promise<AttachmentRow | undefined> =>
  (await attachment(tx, id))[0]
export const findSameAttachment = async (
  tx: ReadTx,
  briefId: number,
  sha256: string,
  name: string,
): Promise<number | undefined> => (await attachmentHash(tx, briefId, sha256, name))[0]?.id

export const findLink = async (
  tx: ReadTx,
  link: Pick<LinkRow, 'brief_id' | 'type' | 'ref' | 'relation'>,
): Promise<LinkRow | undefined> => (await linkNamed(tx, link.brief_id, link.type, link.ref, link.relation))[0]

export async function addLink(tx: WriteTx, link: Omit<LinkRow, 'id'>): Promise<number> {
  const id = tx.ledger.nextId('link')
  const { brief_id, type, ref, relation, title, url, actor, at } = link
  await insertLink(tx, id, brief_id, type, ref, relation, title, url, actor, at)
  return id
}

/** The link of a commit to a Brief, whatever its relation. */
export const findCommitLink = async (tx: ReadTx, briefId: number, commit: string): Promise<LinkRow | undefined> =>
  (await linkOfRef(tx, briefId, 'commit', commit))[0]

const dropLink = statement('delete from links where id = ?')
export const takeLinkAway = async (tx: WriteTx, id: number): Promise<void> => void (await dropLink(tx, id))

const commitLinks = statement<{ brief_id: number; ref: string }>(
  `select l.brief_id, l.ref from links l join briefs b on b.id = l.brief_id where b.project_id = ? and l.type = 'commit' order by l.id desc limit ?`,
)
/** Commits that are linked to Briefs of a project, the newest links first. */
export const commitLinksOf = async (tx: ReadTx, projectId: number, limit: number) =>
  (await commitLinks(tx, projectId, limit)).map(row => ({ briefId: row.brief_id, commit: row.ref }))

/** The same change under another object id. */
export const moveCommitLink = async (
  tx: WriteTx,
  id: number,
  to: { ref: string; title: string; at: string },
): Promise<void> => void (await moveLink(tx, to.ref, to.title, to.at, id))

export async function addAttachment(tx: WriteTx, file: Omit<AttachmentRow, 'id'>): Promise<number> {
  const id = tx.ledger.nextId('attachment')
  await insertAttachment(
    tx,
    id,
    file.brief_id,
    file.name,
    file.media_type,
    file.bytes,
    file.sha256,
    file.content,
    file.actor,
    file.at,
  )
  return id
}

type Revision = Tables['spec_revisions']

const oneRevision = statement<Revision>('select * from spec_revisions where brief_id = ? and revision = ?')
const allRevisions = statement<Revision>('select * from spec_revisions where brief_id = ? order by revision desc')

export const specRevision = async (tx: ReadTx, briefId: number, revision: number): Promise<Revision | undefined> =>
  (await oneRevision(tx, briefId, revision))[0]
/** Newest first. */
export const specRevisions = (tx: ReadTx, briefId: number): Promise<Revision[]> => allRevisions(tx, briefId)
