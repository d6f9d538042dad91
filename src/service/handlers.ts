/** Which file carries out which operation. */
import type { OperationName } from '#contract/catalogue.ts'
import { append } from './brief/append.ts'
import { approve } from './brief/approve.ts'
import { attach } from './brief/attach.ts'
import { capture } from './brief/capture.ts'
import { configure } from './brief/configure.ts'
import { fold } from './brief/fold.ts'
import { link } from './brief/link.ts'
import { relate } from './brief/relate.ts'
import { setStatus } from './brief/set-status.ts'
import { specHistory } from './brief/spec-history.ts'
import { split } from './brief/split.ts'
import { writeSpec } from './brief/write-spec.ts'
import { register } from './project/register.ts'
import type { Write } from './work.ts'

/** A read gets the same as a write does, with a transaction that can only read. */
type Handlers = { [Name in OperationName]?: Write<Name> }

export const handlers: Handlers = {
  'brief.append': append,
  'brief.approve': approve,
  'brief.attach': attach,
  'brief.capture': capture,
  'brief.configure': configure,
  'brief.fold': fold,
  'brief.link': link,
  'brief.relate': relate,
  'brief.setStatus': setStatus,
  'brief.specHistory': specHistory,
  'brief.split': split,
  'brief.writeSpec': writeSpec,
  'project.register': register,
}
