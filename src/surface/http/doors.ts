/** Who comes in: exact Host and Origin, then a token. Nothing is done before both are right. */
import { readActor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { Role } from '#domain/role.ts'
import type { Admit, Caller } from '#service/execute.ts'

export type Doors = {
  /** `127.0.0.1:4747` and the like: exactly these Host headers. */
  hosts: ReadonlySet<string>
  /** `http://127.0.0.1:4747` and the like: exactly these Origin headers. */
  origins: ReadonlySet<string>
  admit: Admit
}

export const cookieName = 'flower_page'

/** Refuses a foreign Host or Origin: a page of somebody else, or a name that was rebound to this machine. */
export function refuseForeign(doors: Doors, request: Request): void {
  const host = request.headers.get('host') ?? ''
  if (!doors.hosts.has(host)) throw new Refusal('access.host_foreign', { origin: host })
  const origin = request.headers.get('origin')
  if (origin !== null && !doors.origins.has(origin)) throw new Refusal('access.host_foreign', { origin })
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site')
    throw new Refusal('access.host_foreign', { origin: `a ${site} request` })
}

/** Who calls, by bearer or by the page's cookie. */
export async function callerOf(doors: Doors, request: Request): Promise<Caller & { tokenId: number | null }> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const secret = bearer ?? cookieOf(request)
  const admitted = secret ? await doors.admit(secret) : undefined
  if (!admitted) throw new Refusal('access.token_needed', {})
  return {
    ...admitted,
    ...borrowed(request, admitted.role),
    commandId: request.headers.get('idempotency-key') ?? undefined,
  }
}

/** An operator's own programs say for whom they speak; no other token may. */
function borrowed(request: Request, role: string): Partial<Caller> {
  if (role !== 'operator') return {}
  const actor = headerAs(request, 'flower-actor', readActor)
  const named = headerAs(request, 'flower-role', text => Role.safeParse(text).data)
  if (actor?.kind === 'system' || named === 'system') throw nobody('flower-actor')
  if (!actor) return named ? { role: named } : {}
  return { actor, role: named ?? (actor.kind === 'agent' ? 'builder' : 'operator') }
}

/** A header as what it names; undefined where it is not sent, refused where it names nothing. */
function headerAs<Named>(
  request: Request,
  header: string,
  read: (text: string) => Named | undefined,
): Named | undefined {
  const text = request.headers.get(header)
  if (text === null) return undefined
  const named = read(text)
  if (named === undefined) throw nobody(header)
  return named
}

const nobody = (field: string): Refusal =>
  new Refusal('input.invalid', {
    field,
    problem: 'names nobody that may call: agent:<ref> or operator:<name>, and one of the roles',
  })

function cookieOf(request: Request): string | undefined {
  const cookies = request.headers.get('cookie') ?? ''
  const pair = cookies.split(/; */).find(each => each.startsWith(`${cookieName}=`))
  return pair?.slice(cookieName.length + 1) || undefined
}
