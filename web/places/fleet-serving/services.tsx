/** Services of a worktree or of MAIN: how they stand in a row, and with their hands and logs when it is open. */
import { useState } from 'react'
import type { ServiceView } from '#contract/shapes.ts'
import { Button, IconButton } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State, StateGlyph } from '../../bloom/glyph.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Well } from '../../bloom/text/well.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import type { OpenLog } from '../fleet/ground.ts'
import { ServiceLog } from './service-log.tsx'
import { glyphOf, hostOf, isUp, type Place, placeKey } from './serving.ts'

/** In a row: where its site is and whether it answers, and each service with its port. */
export function SiteAndServices({
  services,
  site,
}: {
  services: readonly ServiceView[]
  site: ServiceView | undefined
}) {
  if (services.length === 0) return <span className="dim no-site">no site</span>
  const told = services.filter(each => each.status !== 'stopped')
  const stopped = services.filter(each => each.status === 'stopped')
  return (
    <>
      {site !== undefined && site.site !== null && (
        <a className="mono site" href={site.site} target="_blank" rel="noopener noreferrer" title={site.site}>
          <StateGlyph state={glyphOf(site.status).state} />
          {hostOf(site.site)}
          <span className="hide"> {site.status}, opens apart</span>
        </a>
      )}
      <span className="svcs">
        {told.map(each => (
          <span key={each.service} className="svc" title={each.reason ?? each.status}>
            <StateGlyph state={glyphOf(each.status).state} />
            {each.service} {isUp(each) && each.port !== null && <span className="mono dim">{each.port}</span>}
            {each.status !== 'healthy' && <SvcWord service={each} />}
          </span>
        ))}
        {stopped.length > 0 && (
          <span className="dim small">{stopped.map(each => each.service).join(', ')} not started</span>
        )}
      </span>
    </>
  )
}

function SvcWord({ service: { status, retryAt } }: { service: ServiceView }) {
  const tone = glyphOf(status).tone
  return (
    <span className={tone ? `${tone}-ink` : 'dim'}>
      {status}
      {status === 'restarting' && retryAt !== null && (
        <>
          , again <RelativeTime at={retryAt} />
        </>
      )}
    </span>
  )
}

export type ServicesProps = {
  place: Place
  /** Of what they are, as it is heard: `w3`, `MAIN of garden`. */
  whose: string
  services: readonly ServiceView[]
  mayWrite: boolean
  openLog: OpenLog
}

/** With their hands: start, stop, and the log as it grows. */
export function Services(props: ServicesProps) {
  const { place, whose, services, mayWrite, openLog } = props
  const start = useWrite('service.start')
  const stop = useWrite('service.stop')
  const refused = start.refused ?? stop.refused
  const logKey = (service: string) => `${placeKey(place)} ${service}`
  const turn = (write: typeof start | typeof stop, service?: string) =>
    void isTaken(write.write({ ...place, ...(service !== undefined && { service }) }))
  // One alone has its own hands; what nobody has told of yet is begun together.
  const isWorthOne = services.length !== 1
  return (
    <div className="services" role="group" aria-label={`Services of ${whose}`}>
      {services.map(each => (
        <ServiceLine
          key={each.service}
          service={each}
          mayWrite={mayWrite}
          isLogOpen={openLog.key === logKey(each.service)}
          onStart={() => turn(start, each.service)}
          onStop={() => turn(stop, each.service)}
          onLog={() => openLog.toggle(logKey(each.service))}
          place={place}
        />
      ))}
      {mayWrite && isWorthOne && (
        <p className="services-do">
          {services.every(isUp) && services.length > 0 ? (
            <Button small icon="stop" busy={stop.busy} onClick={() => turn(stop)}>
              Stop all
            </Button>
          ) : (
            <Button small icon="play" busy={start.busy} onClick={() => turn(start)}>
              Start all
            </Button>
          )}
        </p>
      )}
      {refused && <RefusedNotice said={refused} />}
    </div>
  )
}

type LineProps = {
  service: ServiceView
  place: Place
  mayWrite: boolean
  isLogOpen: boolean
  onStart: () => void
  onStop: () => void
  onLog: () => void
}

function ServiceLine(props: LineProps) {
  const { service, place, mayWrite, isLogOpen } = props
  const { service: name, status, port, wantedPort, reason, since, site } = service
  const { state, tone } = glyphOf(status)
  const [showsLast, setShowsLast] = useState(false)
  return (
    <div className="service">
      <p className="service-line">
        <b>{name}</b>
        <State state={state} tone={tone}>
          {status}
        </State>
        <span className="dim small">
          since <RelativeTime at={since} />
          {port !== null &&
            `, port ${port}${wantedPort !== null && wantedPort !== port ? ` (wanted ${wantedPort})` : ''}`}
        </span>
        {site !== null && (
          <a className="ref mono small" href={site} target="_blank" rel="noopener noreferrer">
            {hostOf(site)}
          </a>
        )}
        <span className="service-do">
          {mayWrite &&
            (isUp(service) ? (
              <IconButton icon="stop" label={`Stop ${name}`} onClick={props.onStop} />
            ) : (
              <IconButton icon="play" label={`Start ${name}`} onClick={props.onStart} />
            ))}
          <IconButton icon="list" label={`Log of ${name}`} aria-expanded={isLogOpen} onClick={props.onLog} />
        </span>
      </p>
      {reason !== null && (
        <p className={status === 'parked' ? 'small clay-ink' : 'small dim'}>
          {status === 'parked' && <Icon name="thorn" />}{' '}
          <Said>
            <Words text={reason} />
          </Said>{' '}
          {service.lastLines.length > 0 && (
            <Button small look="bare" aria-expanded={showsLast} onClick={() => setShowsLast(!showsLast)}>
              its last {service.lastLines.length} lines
            </Button>
          )}
        </p>
      )}
      {showsLast && <Well label={`last lines of ${name}`} text={service.lastLines.join('\n')} lines={50} />}
      {isLogOpen && <ServiceLog place={place} service={name} onClose={props.onLog} />}
    </div>
  )
}
