import { allEndpoints } from '@recoup/contract/endpoints';
import * as account from './cases-account.ts';
import * as calls from './cases-calls.ts';
import * as entries from './cases-entries.ts';
import * as fees from './cases-fees.ts';
import * as files from './cases-files.ts';
import * as firms from './cases-firms.ts';
import * as suppliers from './cases-suppliers.ts';
import * as monthEnds from './cases-month-ends.ts';
import * as users from './cases-users.ts';
import { collectionNames, collections } from './collections.ts';
import {
  type AccessCase,
  admins,
  type CaseContext,
  everyone,
  idIn,
  ownOnly,
  withoutId,
} from './expectations.ts';

type Cases = Readonly<Record<string, readonly AccessCase[]>>;

const collectionCases: readonly AccessCase[] = collectionNames.flatMap((name) => {
  const { create, update } = collections[name];
  const noun = name.replace(/^./, (letter) => letter.toUpperCase());
  const possible = [
    { ...withoutId(`list${noun}s`), ...admins(everyone) },
    { ...withoutId(`create${noun}`), ...admins(everyone), ask: () => ({ body: create }) },
    {
      ...idIn(`update${noun}`, 'path', name),
      ...admins(ownOnly),
      ask: ({ id }: CaseContext) => ({ params: { id }, body: update }),
    },
    { ...idIn(`delete${noun}`, 'path', name), ...admins(ownOnly) },
  ];
  return possible.filter(({ call }) => call in allEndpoints);
});

/**
 * Every endpoint, with an id in every place that takes one, by the test file that asks it: all that
 * the files of cases export.
 */
export const accessCasesByPart = {
  people: allIn(account, users),
  firms: allIn(firms, fees),
  entries: allIn(entries, files, suppliers, { collectionCases }),
  calls: allIn(monthEnds, calls),
} as const satisfies Record<string, readonly AccessCase[]>;
export type Part = keyof typeof accessCasesByPart;

/** The whole table. */
export const accessCases: readonly AccessCase[] = Object.values(accessCasesByPart).flat();

/** One request for each writing endpoint, by a user with the right to it. */
export function oneOfEachWrite(cases: readonly AccessCase[]): AccessCase[] {
  const isAnswered = ({ attorney, admin, system, grant }: AccessCase) =>
    [attorney, admin, system, grant].some((rule) => isGood(rule));
  const writing = cases.filter(
    (accessCase) => allEndpoints[accessCase.call]?.method !== 'GET' && isAnswered(accessCase),
  );
  return [...new Map(writing.map((accessCase) => [accessCase.call, accessCase])).values()];
}

function isGood(rule: AccessCase['grant']): boolean {
  return rule !== undefined && rule !== 'no' && Object.values(rule).includes('ok');
}

function allIn(...modules: readonly Cases[]): AccessCase[] {
  return modules.flatMap((module) => Object.values(module).flat());
}
