import { Icon } from '../../bloom/icon.tsx'
import { Said, Tag } from '../../bloom/mark.tsx'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import type { Projects } from '../../shell/project.ts'
import { Untrusted } from '../fleet-hands/trust.tsx'
import { Services, SiteAndServices } from '../fleet-serving/services.tsx'
import { declaredIn, isUp, placeKey, plainSite } from '../fleet-serving/serving.ts'
import type { Ground } from './ground.ts'
import { LineName } from './line-name.tsx'

export type MainRowProps = {
  project: Projects[number]
  ground: Ground
  isLast: boolean
  isOpen: boolean
  isMoved: boolean
  onMoved: () => void
  onToggle: () => void
}

/** MAIN of a project: stable and served, and nobody works in it. */
export function MainRow(props: MainRowProps) {
  const { project, ground, isLast, isOpen, onToggle } = props
  const { slug, path, primaryBranch } = project
  const configuration = useRead('project.show', { project: slug }).data?.project.configuration
  const place = { project: slug }
  const services = ground.services.get(placeKey(place)) ?? []
  const isServed = services.some(isUp)
  const isDeclared = services.length > 0 || declaredIn(configuration).length > 0
  const waits = isOpen && configuration && !configuration.trusted && configuration.problems.length === 0
  return (
    <div className={isLast ? 'tree is-main is-last' : 'tree is-main'}>
      <div className="tree-line">
        <h3 className="t-name">
          <span className="t-lock">
            <Icon name="lock" label="guarded" />
          </span>
          <span className="t-names">
            <LineName title={path} isOpen={isOpen} isMoved={props.isMoved} onMoved={props.onMoved} onToggle={onToggle}>
              MAIN <span className="hide">of {slug}</span>
            </LineName>
            <span className="t-state dim">
              <Said>{slug}</Said>
            </span>
          </span>
        </h3>
        <span className="t-iso">
          <Tag>{isServed ? 'served' : 'not served'}</Tag>
        </span>
        <span className="t-branch">
          <span className="mono" title={primaryBranch}>
            <Said>{primaryBranch}</Said>
          </span>
          <span className="dim small">no agent works here</span>
        </span>
        <span className="t-site">
          {isDeclared && services.length === 0 ? (
            <span className="dim">{declaredIn(configuration).join(', ')} not started</span>
          ) : (
            <SiteAndServices services={services} site={plainSite(services)} />
          )}
        </span>
        <span className="t-disk" />
        <span className="acts" />
      </div>
      {isOpen && (
        <div className="tree-open">
          <dl className="tree-facts" aria-label={`MAIN of ${slug} in full`}>
            <div>
              <dt>folder</dt>
              <dd className="mono">
                <Said>{path}</Said>
              </dd>
            </div>
          </dl>
          {configuration && configuration.problems.length > 0 && (
            <p className="small clay-ink">
              flower.yaml has problems:{' '}
              <Said>
                <Words text={configuration.problems.join('; ')} />
              </Said>
            </p>
          )}
          {waits && (
            <Untrusted
              project={slug}
              configuration={configuration}
              waiting={[]}
              said={null}
              isOperator={ground.isOperator}
            />
          )}
          {isDeclared && (
            <Services
              place={place}
              whose={`MAIN of ${slug}`}
              services={services}
              mayWrite={ground.mayWrite}
              openLog={ground.openLog}
            />
          )}
        </div>
      )}
    </div>
  )
}
