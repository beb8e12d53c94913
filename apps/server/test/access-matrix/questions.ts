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
