/** What is true of every store at every moment. Each query answers the rows that break its sentence; the same on both databases. */

const held = `('claimed', 'running')`
const live = `('queued', 'claimed', 'running')`

export const invariants: Readonly<Record<string, string>> = {
  'a held dispatch has one live attempt, with its token and its holder': `
    select d.id from dispatches d where d.status in ${held} and 1 <> (
      select count(*) from attempts a where a.dispatch_id = d.id and a.ended_at is null and a.token = d.token and a.actor = d.holder)`,
  'a live attempt belongs to a held dispatch': `
    select a.id from attempts a join dispatches d on d.id = a.dispatch_id where a.ended_at is null and d.status not in ${held}`,
  'a dispatch that nobody holds has no lease': `
    select id from dispatches where (lease_expires_at is not null) <> (status in ${held})`,
  'a Brief has at most one live dispatch': `
    select brief_id as id from dispatches where status in ${live} group by brief_id having count(*) > 1`,
  'a Brief says what its dispatch does': `
    select b.id from briefs b join dispatches d on d.brief_id = b.id and d.status in ${live} where b.status <>
      case when d.leg = 'review' then 'in_review' when d.status = 'queued' then 'dispatched' else 'in_progress' end`,
  'a Brief without a live dispatch is not at work': `
    select b.id from briefs b where b.status in ('dispatched', 'in_progress') and not exists (
      select 1 from dispatches d where d.brief_id = b.id and d.status in ${live})`,
  'a dispatch has as many attempts as it says': `
    select d.id from dispatches d where d.attempt - (case when d.status = 'queued' then 1 else 0 end) > (
      select count(*) from attempts a where a.dispatch_id = d.id) and d.status <> 'cancelled'`,
  'the head of the chain is the newest event': `
    select c.id from chain c where c.seq <> (select coalesce(max(seq), 0) from events)`,
  'no event is missing': `select count(*) as id from events having count(*) <> coalesce(max(seq), 0)`,
  'a trace counts its events and knows the newest': `
    select t.brief_id as id from traces t where t.events <> (select count(*) from events e where e.brief_id = t.brief_id)
      or t.hash <> (select e.hash from events e where e.brief_id = t.brief_id order by e.seq desc limit 1)`,
  'every Brief begins with its capture': `
    select b.id from briefs b where not exists (select 1 from events e where e.brief_id = b.id and e.type in ('captured', 'imported'))`,
  'every Brief can be found': `
    select b.id from briefs b where not exists (select 1 from documents d where d.kind = 'brief' and d.ref_id = b.id)`,
  'no number was handed out that is not counted': `
    select 1 as id from counters where (name = 'brief' and value < (select coalesce(max(id), 0) from briefs))
      or (name = 'dispatch' and value < (select coalesce(max(id), 0) from dispatches))
      or (name = 'attempt' and value < (select coalesce(max(id), 0) from attempts))
      or (name = 'token' and value < (select coalesce(max(token), 0) from attempts))`,
}

/** The sentences that don't hold, with the ids of what breaks them. */
export async function brokenInvariants(query: (sql: string) => Promise<{ id: number }[]>): Promise<string[]> {
  const broken: string[] = []
  for (const [sentence, sql] of Object.entries(invariants)) {
    const rows = await query(sql)
    if (rows.length > 0) broken.push(`${sentence}: ${rows.slice(0, 10).map(row => row.id)}`)
  }
  return broken
}
