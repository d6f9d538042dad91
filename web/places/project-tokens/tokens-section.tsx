/** Who may come in, and how it is ended. Of the whole house. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { State } from '../../bloom/glyph.tsx'
import { type Column, Rows } from '../../bloom/list/rows.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty, Loading, NotYours } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import { MakeToken } from './make-token.tsx'

type Row = Output<'token.list'>['items'][number]

export function TokensSection({ isOperator }: { isOperator: boolean }) {
  return (
    <Section id="tokens" eyebrow="access · of the whole house" title="Tokens">
      {isOperator ? (
        <>
          <MakeToken />
          <TokenList />
        </>
      ) : (
        <NotYours>Who may come in, only an operator sees and decides.</NotYours>
      )}
    </Section>
  )
}

/** It was revoked, or its time is over. `now` in milliseconds. */
const isOver = ({ revokedAt, expiresAt }: Row, now: number): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= now)

function TokenList() {
  const { data, error, refetch, dataUpdatedAt } = useRead('token.list', {})
  const [isAll, setAll] = useState(false)
  const [revoking, setRevoking] = useState<Row>()
  if (data === undefined)
    return error ? <Failure error={error} again={() => void refetch()} /> : <Loading label="Loading tokens" />
  const living = data.items.filter(each => !isOver(each, dataUpdatedAt))
  const over = data.items.length - living.length
  return (
    <>
      {data.items.length === 0 ? (
        <Empty>None yet. A token lets a script, an agent or a person in from elsewhere.</Empty>
      ) : (
        <Rows
          label="Tokens"
          className="tokenlist"
          rows={isAll ? data.items : living}
          keyOf={({ tokenId }) => tokenId}
          columns={columnsOf(dataUpdatedAt, setRevoking)}
        />
      )}
      {over > 0 && (
        <Fold open={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'only those that let somebody in' : `${counted(over, 'token')} revoked or run out`}
        </Fold>
      )}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

const columnsOf = (now: number, revoke: (token: Row) => void): Column<Row>[] => [
  {
    head: 'token',
    className: 'k-name',
    cell: ({ name, actor }) => (
      <span className="two">
        <Said>{name}</Said>
        <span className="under mono">
          <Said>{actor}</Said>
        </span>
      </span>
    ),
  },
  { head: 'role', className: 'k-role', cell: ({ role }) => role },
  { head: 'made', num: true, className: 'k-made', cell: ({ createdAt }) => <RelativeTime at={createdAt} ago /> },
  { head: 'until', num: true, className: 'k-until', cell: token => <Until token={token} now={now} /> },
  {
    head: 'actions',
    silent: true,
    className: 'k-do',
    cell: token =>
      !isOver(token, now) && (
        <Button small clay aria-label={`Revoke ${token.name}…`} onClick={() => revoke(token)}>
          Revoke…
        </Button>
      ),
  },
]

function Until({ token, now }: { token: Row; now: number }) {
  const { revokedAt, expiresAt } = token
  if (revokedAt !== null)
    return (
      <State state="cancelled">
        revoked <RelativeTime at={revokedAt} ago />
      </State>
    )
  if (expiresAt === null) return <span className="dim">no end</span>
  if (isOver(token, now)) return <State state="gone">run out</State>
  return <time dateTime={expiresAt}>{expiresAt.slice(0, 10)}</time>
}

function RevokeDialog({ token, onClose }: { token: Row; onClose: () => void }) {
  const { tokenId, name, actor } = token
  const { write, busy, refused } = useWrite('token.revoke', {
    done: () => ({ words: `Nobody gets in with ${name} any more.` }),
  })
  const revoke = async () => {
    if (await isTaken(write({ tokenId }))) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Revoke <Said>{name}</Said>?
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button clay busy={busy} onClick={() => void revoke()}>
            Revoke it
          </Button>
        </>
      }
    >
      <p>
        The next call of <Said>{actor}</Said> with it is refused, at once. It can't be undone: what it did stays in the
        traces, and whoever needs to come in again gets another.
      </p>
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}
