/** A page that wishes no good: each way in which a script of one site may try to get at another address. */
export const hostilePage = `<!doctype html><title>hostile</title><body><script>
async function attack(target) {
  const ask = options => fetch(target + '/api/brief.capture', { credentials: 'include', ...options })
    .then(response => response.text(), () => null)
  const read = await ask({})
  const body = '{"text":"planted","project":"garden"}'
  const posted = await ask({ method: 'POST', headers: { 'content-type': 'text/plain' }, body })
  const sent = await ask({ method: 'POST', mode: 'no-cors', body })
  const socket = await new Promise(done => {
    const one = new WebSocket(target.replace('http', 'ws') + '/live')
    one.onopen = () => done('open')
    one.onclose = () => done('closed')
  })
  const image = await new Promise(done => {
    const one = new Image()
    one.onload = () => done('loaded')
    one.onerror = () => done('failed')
    one.src = target + '/flower.svg'
  })
  return { read, posted, sent: sent || null, socket, image, framed: await frame(target) }
}
async function frame(target) {
  const one = document.createElement('iframe')
  const loaded = new Promise(done => one.addEventListener('load', done))
  one.src = target + '/framed'
  document.body.append(one)
  await loaded
  try {
    return one.contentDocument && one.contentDocument.body.textContent
  } catch {
    return null
  } finally {
    one.remove()
  }
}
function submit(action) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', enctype: 'text/plain', action })
  const field = document.createElement('input')
  field.name = '{"text":"planted","project":"garden","x":"'
  field.value = '"}'
  form.append(field)
  document.body.append(form)
  form.submit()
}
</script>`

/** What `attack` in the page answers when nothing came of anything. */
export const nothingGot = { read: null, posted: null, sent: null, socket: 'closed', image: 'failed', framed: null }
