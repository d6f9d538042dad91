/** One place where the house is not as AGENTS.md says. */
export type Breach = { rule: string; path: string; why: string }
