import { type CallProposal, callProposals } from '@recoup/contract/call-records/rules';
import { AppError } from '../../platform/core/app-error.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { groupBy } from '../../platform/core/group-by.ts';
import type { Db } from '../../platform/database/connections.ts';
import { listPeople, type PartyOfPerson } from '../parties.repository.ts';
import {
  type CallFilter,
  type KeptCall,
  listCalls,
  listChoices,
  listMattersOfCodes,
  listMattersOfNumbers,
  listUnlinkedEntries,
} from './calls.repository.ts';
import { listNumbersOfAttorneys } from '../set-up/private-numbers.repository.ts';
import { matchEntries } from './match-entries.ts';

/** A call with what is known of it at this moment. */
export type KnownCall = KeptCall & {
  /** The one of the proposal, while the call is open. */
  matterId: string | null;
  proposal: CallProposal | null;
  /** The entry that is probably the same call, while the call is open. */
  entryId: string | undefined;
};
/** `none`: of no attorney. */
export type KnownFilter = CallFilter & { attorney?: string | undefined };

/** More calls than this are listed for a shorter period alone. */
const maxCalls = 200_000;

/** The calls of a filter with their attorneys. Throws `invalid_input` for too many. */
export async function listAttributedCalls(
  db: Db,
  firm: FirmScope,
  { attorney, ...filter }: KnownFilter,
): Promise<KeptCall[]> {
  const people = await listPeople(db, firm);
  const person =
    attorney === undefined || attorney === 'none' ? undefined : partiesOf(people, attorney);
  const calls = await listCalls(db, firm, { ...filter, person, limit: maxCalls + 1 });
  if (calls.length > maxCalls) throw tooMany();
  const attorneyOf = attribution(people);
  const attributed = calls.map((call) => ({
    ...call,
    attorneyId: call.attorneyId ?? attorneyOf(call),
  }));
  if (attorney === undefined) return attributed;
  const wanted = attorney === 'none' ? null : attorney;
  return attributed.filter(({ attorneyId }) => attorneyId === wanted);
}

/**
 * The open calls of a filter, each with its matter and the entry that is probably the same call.
 * Entries are compared with all calls of the days and of the day before and after: another call
 * may be nearer.
 */
export async function listOpenCalls(
  db: Db,
  firm: FirmScope,
  { from, to, ...filter }: Omit<KnownFilter, 'decided'>,
): Promise<KnownCall[]> {
  const near = { from: from && addDays(from, -1), to: to && addDays(to, 1) };
  const open = await listAttributedCalls(db, firm, { ...filter, ...near, decided: 'open' });
  const calls = await withoutPrivate(db, firm, open);
  const known = await withMatters(db, firm, calls);
  const entries = await listEntriesNear(db, firm, calls);
  const entryOfCall = await matchEntries(known, entries);
  return known
    .filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to))
    .map((call) => ({ ...call, entryId: entryOfCall.get(call.id) }));
}

/**
 * Without those of numbers that are private: an extension was given to the attorney after the
 * import, or another one imported the call while the number was made private.
 */
async function withoutPrivate(
  db: Db,
  firm: FirmScope,
  calls: readonly KeptCall[],
): Promise<KeptCall[]> {
  const numbers = await listNumbersOfAttorneys(db, firm, attorneysOf(calls));
  const hidden = new Set(numbers.map(({ attorneyId, number }) => `${attorneyId} ${number}`));
  return calls.filter((call) => !hidden.has(`${call.attorneyId ?? ''} ${call.otherParty ?? ''}`));
}

function partiesOf(people: readonly PartyOfPerson[], attorneyId: string) {
  const own = people.filter((each) => each.attorneyId === attorneyId);
  return { attorneyId, parties: own.map(({ party }) => party) };
}

/** By extension, else by email or cell (D2 B11, rule 5). */
function attribution(people: readonly PartyOfPerson[]): (call: KeptCall) => string | null {
  const byParty = groupBy(people, ({ party }) => party);
  return ({ ownParty, day }) =>
    byParty.get(ownParty)?.find(({ from, until }) => from <= day && day <= until)?.attorneyId ??
    null;
}

/**
 * The matter is the one of the account code, else the one whose number was called, of this attorney
 * if several have it, else the one that this attorney chose for the number last (D2 B11, rule 6).
 */
async function withMatters(
  db: Db,
  firm: FirmScope,
  calls: readonly KeptCall[],
): Promise<Omit<KnownCall, 'entryId'>[]> {
  const codes = [...new Set(calls.flatMap(({ accountCode }) => accountCode ?? []))];
  const numbers = [...new Set(calls.flatMap(({ otherParty }) => otherParty ?? []))];
  const attorneyIds = attorneysOf(calls);
  const ofCodes = await listMattersOfCodes(db, firm, codes);
  const ofNumbers = await listMattersOfNumbers(db, firm, numbers);
  const choices = await listChoices(db, firm, { numbers, attorneyIds });
  const byCode = new Map(ofCodes.map(({ code, matterId }) => [code, matterId]));
  const byNumber = groupBy(ofNumbers, ({ number }) => number);
  const byChoice = new Map(
    choices.map(({ number, attorneyId, matterId }) => [`${attorneyId} ${number}`, matterId]),
  );
  const found = (call: KeptCall) => ({
    code: byCode.get(call.accountCode ?? ''),
    number: onlyMatter(byNumber.get(call.otherParty ?? '') ?? [], call.attorneyId),
    choice: byChoice.get(`${call.attorneyId ?? ''} ${call.otherParty ?? ''}`),
  });
  return calls.map((call) => {
    const { code, number, choice } = found(call);
    const of = { code, number, choice };
    const proposal = callProposals.find((each) => of[each] !== undefined) ?? null;
    return { ...call, matterId: code ?? number ?? choice ?? null, proposal };
  });
}

function onlyMatter(
  matters: readonly { matterId: string; attorneyId: string | null }[],
  attorneyId: string | null,
): string | undefined {
  const own = matters.filter((matter) => matter.attorneyId === attorneyId);
  if (attorneyId !== null && own.length === 1) return own[0]?.matterId;
  return matters.length === 1 ? matters[0]?.matterId : undefined;
}

async function listEntriesNear(db: Db, firm: FirmScope, calls: readonly KeptCall[]) {
  const [first, last] = [calls[0], calls.at(-1)];
  const attorneyIds = attorneysOf(calls);
  if (!first || !last || attorneyIds.length === 0) return [];
  const days = { from: addDays(first.day, -1), to: addDays(last.day, 1) };
  return listUnlinkedEntries(db, firm, { attorneyIds, ...days });
}

function attorneysOf(calls: readonly KeptCall[]): string[] {
  return [...new Set(calls.flatMap(({ attorneyId }) => attorneyId ?? []))];
}

/** PostgreSQL has no year 0, and years of four digits are compared as texts. */
function addDays(day: string, days: number): string {
  const other = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return /^(?!0000)\d{4}-/.test(other) ? other : day;
}

function tooMany(): AppError {
  const message = 'These are more calls than can be compared at once. Choose a shorter period.';
  return new AppError('invalid_input', { message, fields: { from: message } });
}
