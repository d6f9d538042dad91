/** Typing into the editor of a spec, which is no plain field. */
import type { Page } from 'playwright-core'

const source = (page: Page) => page.getByRole('textbox', { name: 'Spec in Markdown' })

/** Replaces all of it, as somebody who selects it and pastes. */
export async function writeSpec(page: Page, text: string): Promise<void> {
  await source(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

export const specIn = async (page: Page): Promise<string> =>
  (await source(page).locator('.cm-line').allTextContents()).join('\n')
