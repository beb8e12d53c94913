import { sortByName } from '@recoup/contract/core/folded';
import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import {
  type ExceptionCode,
  exceptionCodes,
  type ExceptionLevel,
  exceptionNames,
} from '@recoup/contract/month-end/exceptions';
import { countOf, formatCount } from '../../ui/lib/format.ts';
import type { ExceptionState } from '../month-end.queries.ts';

export type Grouping = 'person' | 'code';

/** Exceptions of a person or a code. Choosing the group filters by `attorney` or `code`. */
export type Group = {
  key: string;
  name: string;
  count: number;
  attorney?: string;
  code?: ExceptionCode;
};

/** Persons by name, then what is the firm's by code; or all by code. Empty groups are left out. */
export function groupsBy(
  grouping: Grouping,
  groups: readonly ExceptionGroup[],
  state: ExceptionState,
): Group[] {
  const ofCodes = (rows: readonly ExceptionGroup[]) =>
    exceptionCodes.map((code) => ({
      key: code,
      name: exceptionNames[code],
      code,
      count: countExceptions(
        rows.filter((row) => row.code === code),
        state,
      ),
    }));
  const found: Group[] =
    grouping === 'code'
      ? ofCodes(groups)
      : [...persons(groups, state), ...ofCodes(groups.filter(({ attorney }) => !attorney))];
  return found.filter(({ count }) => count > 0);
}

type CountsByLevel = Record<ExceptionLevel, number>;

/** How many there are of each level. */
export function countsByLevel(
  groups: readonly ExceptionGroup[],
  state: ExceptionState,
): CountsByLevel {
  const of = (level: ExceptionLevel) =>
    countExceptions(
      groups.filter((group) => group.level === level),
      state,
    );
  return { block: of('block'), warn: of('warn'), info: of('info') };
}

/** Blocking exceptions and warnings; notes need no look, but are named where nothing else is. */
export function toCheckText({ block, warn, info }: CountsByLevel): string {
  const toCheck = [
    ...(block > 0 ? [`${formatCount(block)} blocking`] : []),
    ...(warn > 0 ? [countOf(warn, 'warning', 'warnings')] : []),
  ];
  if (toCheck.length > 0) return toCheck.join(', ');
  return info > 0 ? `Nothing to check, ${notesText(info)}` : 'Nothing to check';
}

export function notesText(count: number): string {
  return countOf(count, 'note', 'notes');
}

function persons(groups: readonly ExceptionGroup[], state: ExceptionState): Group[] {
  const byId = new Map<string, { name: string; rows: ExceptionGroup[] }>();
  for (const row of groups) {
    if (!row.attorney) continue;
    const { _id, name } = row.attorney;
    byId.set(_id, { name, rows: [...(byId.get(_id)?.rows ?? []), row] });
  }
  const all = [...byId].map(([id, { name, rows }]) => ({
    key: id,
    name,
    attorney: id,
    count: countExceptions(rows, state),
  }));
  return sortByName(all, ({ name }) => name);
}

function countExceptions(groups: readonly ExceptionGroup[], state: ExceptionState): number {
  return groups.reduce((sum, group) => sum + group[state], 0);
}
