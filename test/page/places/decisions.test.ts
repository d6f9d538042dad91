import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../browser.ts'
import { claims, dismiss, employ, handOver } from '../agents/pictured-agents.ts'
import { breakRead } from '../break-read.ts'
import { setStage } from '../stage.ts'
import { askAll } from './pictured-places.ts'

describe.skipIf(!findChromium())('decisions', () => {
  const stage = setStage()
  const { ada, agent, capture } = stage
  afterEach(() => dismiss(ada()))
  const enter = async (to = '/decisions') => {
    const { page } = await stage.open()
    await page.goto(stage.server().url + to)
    await page.getByRole('heading', { level: 1, name: /^Decisions/ }).waitFor()
    return page
  }
  const card = (page: Page, id: number) => page.locator(`#q${id}`)
  const ended = (page: Page, id: number) => page.locator(`.decision.is-answered#q${id}`)
  const here = (page: Page) => page.locator('li[aria-current] .decision')
  const known = async (id: number) =>
    (await ada().call('recall.decisions', { status: 'all', limit: 200 })).items.find(each => each.id === id)

  test('g and d lead there; what is asked stands oldest first with where it came from, and its set', async () => {
    const { first, free, agents } = await askAll(stage)
    const { page } = await stage.open()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: '2 wait for you' }).waitFor()
    await expect.poll(() => page.title()).toBe('Decisions · flower')
    await page.getByRole('navigation', { name: 'Places', exact: true }).getByText('2 for you').waitFor()
    const cards = await page.locator('.decision').all()
    await expect
      .poll(() => Promise.all(cards.map(each => each.getAttribute('id'))))
      .toEqual([first, free, agents].map(id => `q${id}`))
    await card(page, first).getByText('asked by agent:builder-1').waitFor()
    await card(page, first).getByText('Water the roses').waitFor()
    await card(page, first).getByText('holds up its Brief').waitFor()
    await page.getByRole('heading', { name: 'Asked of agents' }).waitFor()
    const set = page.locator('.sets > li', { hasText: 'topology' })
    await set.getByRole('img', { name: '1 of 2 answered' }).waitFor()
    await set.getByText('go out together, after this last one').waitFor()
    await set.getByText('No, code only').waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('the keyboard alone moves, chooses, answers and writes, and what was answered keeps its place', async () => {
    const { first, free } = await askAll(stage)
    const page = await enter()
    await card(page, free).waitFor()
    await expect.poll(() => here(page).getAttribute('id')).toBe(`q${first}`)
    await page.keyboard.press('j')
    await expect.poll(() => here(page).getAttribute('id')).toBe(`q${free}`)
    await card(page, first).getByRole('button', { name: 'Withdraw…' }).focus()
    await expect.poll(() => here(page).getAttribute('id')).toBe(`q${first}`)
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await known(first))?.status).toBe('open')
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await ended(page, first).getByText('Three').waitFor()
    await page.getByText(`q${first} is answered; with it q2 are released.`).waitFor()
    await expect.poll(() => here(page).getAttribute('id')).toBe(`q${free}`)
    await page.keyboard.press('r')
    await page.keyboard.type('The green one')
    await page.keyboard.press('Enter')
    await ended(page, free).getByText('The green one').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Nothing waits' }).waitFor()
    await expect.poll(() => known(free)).toMatchObject({ answer: 'The green one', answeredBy: 'operator:ada' })
    await expect.poll(() => known(first)).toMatchObject({ option: 'Three' })
    await ada().call('decision.ask', { header: 'One more?', project: 'garden' })
    await page.locator('.decision', { hasText: 'One more?' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('heading', { level: 1, name: /^Room: / }).waitFor()
    expect(stage.complaints()).toEqual([])
  })

  test('words are kept over a reload, said to the others, and taken along with an option', async () => {
    const { first } = await askAll(stage)
    const page = await enter()
    const words = page.getByRole('textbox', { name: `A word with the answer to q${first}` })
    await words.fill('Ask the gardener first.')
    await page.reload()
    await words.waitFor()
    await expect.poll(() => words.inputValue()).toBe('Ask the gardener first.')
    await card(page, first).getByRole('button', { name: 'Discuss' }).click()
    await card(page, first).locator('.said', { hasText: 'Ask the gardener first.' }).waitFor()
    await expect.poll(() => words.inputValue()).toBe('')
    await words.fill('for now')
    await card(page, first)
      .getByRole('radio', { name: /^One everything/ })
      .check({ force: true })
    await card(page, first).getByRole('button', { name: 'Answer with 1' }).click()
    await ended(page, first).getByText('One: for now').waitFor()
    await ended(page, first).getByText('not read yet by builder-1').waitFor()
    await agent().call('decision.ack', { decisionId: first })
    await page.goto(`${stage.server().url}/decisions?show=answered`)
    await ended(page, first).getByText('read now').waitFor()
  })

  test('of two who answer the same, the second hears who was first and keeps the words', async () => {
    const { first, free } = await askAll(stage)
    const page = await enter()
    await page.getByRole('textbox', { name: `Answer to q${free}` }).fill('The blue one, it is lighter')
    const ben = stage.server().client('operator:ben', 'operator')
    await ben.call('decision.answer', { decisionId: free, answer: 'The green one' })
    await ended(page, free).getByText('operator:ben').waitFor()
    await page.getByText(`ben has answered q${free} while you wrote.`).waitFor()
    await page.getByText('The blue one, it is lighter').waitFor()
    await page.getByRole('button', { name: 'Let it go' }).click()
    await page.getByText('while you wrote').waitFor({ state: 'detached' })

    // Nothing of it is heard here before the answer is sent.
    await page.keyboard.press('k')
    await page.route('**/api/recall.decisions', route => route.abort())
    await ben.call('decision.answer', { decisionId: first, answer: 'None at all' })
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByText(`ben has answered q${first} before you: None at all. Yours was not taken.`).waitFor()
    await expect.poll(async () => (await known(first))?.option).toBeNull()
  })

  test('one is withdrawn with a reason, after a second word', async () => {
    const { free } = await askAll(stage)
    const page = await enter()
    await card(page, free).getByRole('button', { name: 'Withdraw…' }).click()
    await page.getByRole('textbox', { name: 'Why, if you like' }).fill('The can broke.')
    await page.getByRole('button', { name: `Withdraw q${free}` }).click()
    await ended(page, free).getByText('withdrawn: The can broke.').waitFor()
    await expect.poll(async () => (await known(free))?.status).toBe('withdrawn')
  })

  test('what was answered and withdrawn is listed by the address, and a link leads to one of them', async () => {
    const { first, second, withdrawn } = await askAll(stage)
    const page = await enter()
    await page.getByRole('button', { name: 'answered', exact: true }).click()
    await ended(page, second).getByText('waits for its set').waitFor()
    await expect.poll(() => ended(page, withdrawn).count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?show=answered')
    await page.getByRole('button', { name: 'withdrawn', exact: true }).click()
    await ended(page, withdrawn).getByText('The storm did it.').waitFor()
    await page.goto(`${stage.server().url}/decisions#q${second}`)
    await page.locator('.virtual-row[aria-current]', { hasText: 'Does the ops follower get secrets?' }).waitFor()
    expect(new URL(page.url()).search).toBe('?show=all')
    await card(page, first).waitFor()
    await ended(page, second).getByRole('button', { name: 'What was asked and said' }).click()
    await ended(page, second).getByText('Yes · No, code only').waitFor()
  })

  test('an agent that asks for a tool is answered with a key', async () => {
    await employ({ server: stage.server(), git: stage.git }, stage.garden(), {
      gardener: { steps: [claims, { permission: 'Bash', reason: 'dig' }] },
    })
    const { dispatchId } = await handOver(ada(), 'Dig a pond', 'gardener')
    const page = await enter()
    const asks = page.locator('.decision', { hasText: 'asks for Bash. Allow it?' })
    await asks.getByText('Refuse it').waitFor()
    await asks.getByText(`at d${dispatchId}`).waitFor()
    await asks.getByText('holds up its agent').waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.locator('.decision.is-answered', { hasText: 'Allow it once' }).waitFor()
  })
  test('what an operator asked an agent is acknowledged by the operator', async () => {
    const briefId = await capture('Prune the hedge')
    const { decisionId } = await ada().call('decision.ask', {
      header: 'How high?',
      briefId,
      assignee: 'agent:builder-1',
    })
    await agent().call('decision.answer', { decisionId, answer: 'To the knee' })
    const page = await enter('/decisions?show=answered')
    await page.getByRole('button', { name: `Acknowledge q${decisionId}` }).click()
    await ended(page, decisionId).getByText('read now').waitFor()
    await expect.poll(async () => (await known(decisionId))?.acknowledgedAt).toBeTruthy()
  })

  test('a viewer reads and is offered nothing; what could not be read is read again at a press', async () => {
    const { first } = await askAll(stage)
    const { page } = await stage.open()
    const info = await ada().call('system.info', {})
    await page.route('**/api/system.info', route => route.fulfill({ json: { ...info, role: 'viewer' } }))
    await breakRead(page, 'recall.decisions')
    await page.goto(`${stage.server().url}/decisions`)
    await page.locator('.main').getByText('it broke').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await card(page, first).getByText('You read here: an operator answers it.').waitFor()
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: /^(Answer|Withdraw|Discuss)/ })
        .count(),
    ).toBe(0)
    await page.keyboard.press('2')
    await expect.poll(() => card(page, first).getByRole('radio', { checked: true }).count()).toBe(0)
  })

  test('the project of the bar narrows what is asked, and a lost house is said while words stay', async () => {
    const orchard = `${stage.garden()}-orchard-of-questions`
    await stage.git(stage.garden(), 'init', '-q', '-b', 'main', orchard)
    await stage.git(
      orchard,
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=ada@example.test',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'Begin',
    )
    await ada().call('project.register', { path: orchard, name: 'orchard' })
    const ask = (header: string, project: string) => agent().call('decision.ask', { header, project })
    const { decisionId: roses } = await ask('Which roses?', 'garden')
    const { decisionId: pears } = await ask('Which pears?', 'orchard')
    const page = await enter()
    await card(page, roses).getByText('garden').waitFor()
    await page.getByRole('button', { name: 'project all' }).click()
    await page.getByRole('menuitemradio', { name: 'orchard' }).click()
    await card(page, roses).waitFor({ state: 'detached' })
    await card(page, pears).waitFor()
    expect(new URL(page.url()).search).toBe('?project=orchard')
    await page.reload()
    await card(page, pears).waitFor()
    await stage.kill()
    await page.getByText("flower doesn't answer.").waitFor()
    const words = page.getByRole('textbox', { name: `Answer to q${pears}` })
    await words.fill('The small ones')
    await page.keyboard.press('Enter')
    await card(page, pears).locator('.decision-unsent').waitFor()
    await stage.again()
    await page.locator('.pulse-live', { hasText: 'live' }).waitFor()
    await expect.poll(() => words.inputValue()).toBe('The small ones')
    await words.press('Enter')
    await ended(page, pears).getByText('The small ones').waitFor()
  })

  test('three hundred open ones are counted to the last, and drawn when they are wanted', async () => {
    const briefId = await capture('Ask everything')
    for (let at = 1; at <= 300; at++) await agent().call('decision.ask', { header: `Question ${at}`, briefId })
    const page = await enter()
    await page.getByRole('heading', { level: 1, name: '300 wait for you' }).waitFor()
    await expect.poll(() => page.locator('.decision h3').first().textContent()).toBe('Question 1')
    await expect.poll(() => page.locator('.decision').count()).toBe(40)
    await page.getByRole('button', { name: '260 more that are open' }).click()
    await expect.poll(() => page.locator('.decision').count()).toBe(300)
  })
})
