/** A commit as a sentence has it: long enough to be the only one, short enough to be read over. */
export const shortCommit = (commit: string): string => commit.slice(0, 12)
