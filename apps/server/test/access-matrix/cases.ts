import { allEndpoints } from '@recoup/contract/endpoints';
import { accountQuestions } from './questions-account.ts';
import { entryQuestions } from './questions-entries.ts';
import { firmQuestions } from './questions-firms.ts';
import { peopleQuestions } from './questions-people.ts';
import { workQuestions } from './questions-work.ts';
import type { Question } from './verdicts.ts';

/** The whole table: every call, with an id in every place that takes one. */
export const questions: readonly Question[] = [
  ...accountQuestions,
  ...peopleQuestions,
  ...firmQuestions,
  ...workQuestions,
  ...entryQuestions,
];

/** One question for each call that writes, by somebody whom it answers. */
export function oneOfEachWrite(): Question[] {
  const isAnswered = ({ attorney, admin, system, grant }: Question) =>
    [attorney, admin, system, grant].some((rule) => isGood(rule));
  const writing = questions.filter(
    (question) => allEndpoints[question.call]?.method !== 'GET' && isAnswered(question),
  );
  return [...new Map(writing.map((question) => [question.call, question])).values()];
}

function isGood(rule: Question['grant']): boolean {
  return rule !== undefined && rule !== 'no' && Object.values(rule).includes('ok');
}
