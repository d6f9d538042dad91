/** The numbers out of what the model was told. */
export function numbersIn(words: string): { briefId: number; dispatchId: number; token: number } {
  const [, brief, dispatch, token] = /brief=(\d+) dispatch=(\d+) token=(\d+)/.exec(words) ?? []
  return { briefId: Number(brief), dispatchId: Number(dispatch), token: Number(token) }
}
