/** A program for tests: opens the store of FLOWER_HOME itself, as a command without a server does, and captures as many Briefs as it is told. */
import { openHome } from '#app/home.ts'
import { buildHouse } from '#app/house.ts'

const [name = 'outside', count = '1'] = process.argv.slice(2)
const house = await buildHouse({ home: await openHome(process.env), databaseUrl: process.env['FLOWER_DATABASE_URL'] })
const caller = { actor: { kind: 'operator' as const, ref: name }, role: 'operator' as const }
const captured: number[] = []
for (let at = 0; at < Number(count); at++) {
  const { briefId } = await house.execute('brief.capture', { text: `${name} ${at}`, project: 'garden' }, caller)
  captured.push(briefId)
}
await house.close()
process.stdout.write(JSON.stringify(captured))
