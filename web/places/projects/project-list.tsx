/** The repositories that flower knows: where each lies, what is open in it, and who is at work. */
import { type Column, Rows } from '../../bloom/list/rows.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import type { Projects } from '../../shell/project.ts'
import { useRoster } from '../agents/roster.ts'
import { isAtWork } from '../agents/words.ts'

type Row = Projects[number] & { agents: number | undefined }

const columns: Column<Row>[] = [
  {
    head: 'project',
    className: 'p-name',
    cell: ({ slug, path }) => (
      <span className="two">
        <a href={`/projects/${slug}`}>
          <b>
            <Said>{slug}</Said>
          </b>
        </a>
        <span className="under mono" title={path}>
          <Said>{path}</Said>
        </span>
      </span>
    ),
  },
  {
    head: 'MAIN',
    className: 'p-branch',
    cell: ({ primaryBranch, slug }) => (
      <a className="mono" href={`/main?project=${slug}`}>
        <Said>{primaryBranch}</Said>
      </a>
    ),
  },
  {
    head: 'open',
    num: true,
    className: 'p-open',
    cell: ({ openBriefs, slug }) => <a href={`/briefs?project=${slug}`}>{counted(openBriefs, 'Brief')}</a>,
  },
  {
    head: 'at work',
    num: true,
    className: 'p-agents',
    cell: ({ agents, slug }) => (
      <a href={`/rooms/${slug}#running`}>{agents === undefined ? '–' : counted(agents, 'agent')}</a>
    ),
  },
]

export function ProjectList({ projects }: { projects: Projects }) {
  const agents = useRoster(undefined).data?.items
  const rows = projects.map(project => ({
    ...project,
    agents: agents?.filter(each => each.project === project.slug && isAtWork(each)).length,
  }))
  return (
    <Section eyebrow="checkouts · MAIN" title={counted(projects.length, 'project')}>
      {projects.length === 0 ? (
        <Empty>
          flower knows no repository yet. Add the folder of one: nothing in it is changed, and its MAIN is guarded from
          then on.
        </Empty>
      ) : (
        <Rows label="Projects" className="projectlist" rows={rows} columns={columns} keyOf={({ id }) => id} />
      )}
    </Section>
  )
}
