/** Answers anew once what was asked of MAIN is done or has failed. */
import type { MainAnswer } from '#contract/main.ts'
import { meantProject } from '#store/queries/projects.ts'
import { type Patient, until } from '../until.ts'
import { answerOf, movedBy } from './answer.ts'

export const untilSettled = (house: Patient, first: MainAnswer, seconds: number): Promise<MainAnswer> =>
  until(house, first, seconds, async tx => {
    const { id } = await meantProject(tx, first.project)
    const answer = await answerOf(tx, id)
    const isDone = answer.errand === null
    if (!isDone || answer.reason !== undefined || first.errand !== 'rescue') return { answer, isDone }
    return { answer: { ...answer, ...(await movedBy(tx, id)) }, isDone }
  })
