/** Answers anew once what was asked of MAIN is done or has failed. */
import type { MainAnswer } from '#contract/main.ts'
import { meantProject } from '#store/queries/projects.ts'
import { type Patient, until } from '../until.ts'
import { answerOf } from './answer.ts'

export const untilSettled = (house: Patient, first: MainAnswer, seconds: number): Promise<MainAnswer> =>
  until(house, first, seconds, async tx => {
    const answer = await answerOf(tx, (await meantProject(tx, first.project)).id)
    return { answer, isDone: answer.errand === null }
  })
