import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type TestApp, useApp } from './app.ts';
import * as oracle from './fee-oracle.ts';
import {
  bandsOf,
  type Cell,
  contextOf,
  type Firm,
  type Random,
  randomFees,
  randomOf,
  seedFirm,
} from './fee-sequences.ts';
import { listSchedules, replaceCallFees } from '../src/call-fees/call-fees.service.ts';
import { createEntry } from '../src/entries/entries.service.ts';
import { updateEntry } from '../src/entries/entry-corrections.service.ts';
import { createFirmScope } from '../src/platform/core/actor.ts';
import { hours, minutes } from '../src/platform/core/clock.ts';

const firmSize = { attorneys: 50, types: 5 };
const sequencesOfFirm = firmSize.attorneys * firmSize.types;
const rounds = 5;
const days = 12;
const firstDay = '2026-03-01';

let test: TestApp;
const dayName = (day: number) =>
  new Date(Date.parse(firstDay) + hours(24 * day)).toISOString().slice(0, 10);

/** Each attorney and type has a sequence of its own. */
export function testFeesThroughTime(sequences: number): void {
  test = useApp();
  it(
    'prices every entry as an oracle does that shares no code, and changes no locked one',
    async () => {
      for (let done = 0, seed = 1; done < sequences; done += sequencesOfFirm, seed += 1)
        expect(await playFirm(randomOf(seed))).toEqual([]);
    },
    60_000 + sequences * 50,
  );
}

/** Plays all steps of a firm, and returns where the database and the oracle differ. */
async function playFirm(random: Random): Promise<unknown[]> {
  const firm = await seedFirm(test.db, { ...firmSize, days });
  for (let round = 0; round < rounds; round += 1) {
    await ownSteps(firm, random);
    test.clock.advance(minutes(1));
    await firmStep(firm, random);
    test.clock.advance(minutes(1));
  }
  return [
    ...differences(await findEntries(firm), expectedEntries(firm)),
    ...differences(await findSchedules(firm), expectedSchedules(firm)),
  ];
}

/** The rows that are not alike, as found and as expected. */
function differences(found: readonly unknown[], expected: readonly unknown[]): unknown[] {
  const count = Math.max(found.length, expected.length);
  return Array.from({ length: count }, (_, at) => [found[at], expected[at]]).filter(
    ([one, other]) => !isDeepStrictEqual(one, other),
  );
}

/** Chosen in order, so that a seed repeats a run; the database gets them in parallel. */
async function ownSteps(firm: Firm, random: Random): Promise<void> {
  const waiting = firm.cells.map((cell) => planStep(firm, cell, random)).filter((step) => step);
  const work = async () => {
    for (let step = waiting.pop(); step; step = waiting.pop()) await step();
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

type Step = () => Promise<unknown>;

function planStep(firm: Firm, cell: Cell, random: Random): Step | undefined {
  const kind = random.below(25);
  if (kind > 9) return undefined;
  if (kind < 4) return planRecord(firm, cell, random);
  if (kind < 7) return planChange(firm, cell, random);
  const entry = random.pick(cell.expected.entries.filter((one) => one.lockedCents === undefined));
  return entry && planCorrection(firm, { cell, entry }, random);
}

function planRecord(firm: Firm, cell: Cell, random: Random): Step {
  const now = test.clock.now();
  const entry = oracle.record(cell.expected, random.below(days), 1 + random.below(40));
  const input = {
    matter: firm.matterId,
    disbursementType: cell.disbursementTypeId,
    date: dayName(entry.day),
    minutes: entry.minutes,
    amount: oracle.typedCents / 100,
  };
  return async () => {
    const { _id } = await createEntry(test.db, contextOf(firm, cell.attorneyId, now), input);
    entry.id = _id;
  };
}

function planChange(firm: Firm, cell: Cell, random: Random): Step {
  const { attorneyId, disbursementTypeId } = cell;
  const day = random.below(days);
  const fees = randomChange(cell, { day, random });
  oracle.changeFees(cell.expected, day, fees);
  const more = { validFrom: dayName(day), actorId: firm.admin, now: test.clock.now() };
  const bands = fees === null ? [] : bandsOf(fees);
  return async () =>
    test.db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${attorneyId} for update`.execute(trx);
      const change = { attorneyId, disbursementTypeId, bands, ...more };
      await replaceCallFees(trx, createFirmScope(firm.id), change);
    });
}

/** New fees, none, or those of the day before, which remove a change. */
function randomChange({ expected }: Cell, { day, random }: { day: number; random: Random }) {
  if (random.isIn(15)) return null;
  return random.isIn(30) && day > 0 ? oracle.feesOn(expected, day - 1) : randomFees(random);
}

function planCorrection(
  firm: Firm,
  { cell, entry }: { cell: Cell; entry: oracle.OracleEntry },
  random: Random,
): Step {
  const to = {
    day: random.isIn(50) ? random.below(days) : entry.day,
    minutes: random.isIn(50) ? 1 + random.below(40) : entry.minutes,
  };
  const now = test.clock.now();
  oracle.correct(cell.expected, entry, to);
  const input = {
    id: entry.id,
    date: dayName(to.day),
    minutes: to.minutes,
    amount: oracle.typedCents / 100,
  };
  return async () => updateEntry(test.db, contextOf(firm, cell.attorneyId, now), input);
}

async function firmStep(firm: Firm, random: Random): Promise<void> {
  const token = await test.signIn({ id: firm.admin });
  const kind = random.below(10);
  if (kind < 5) return raise(firm, token, random);
  if (kind < 7) return close(firm, token, random);
  return takeBack(firm, token, random);
}

async function raise(firm: Firm, token: string, random: Random): Promise<void> {
  const day = random.below(days);
  const reprices = random.isIn(50);
  const basisPoints = 1 + random.below(2000);
  const unit = random.pick([1, 10, 50, 100, 500]) ?? 1;
  const mode = random.isIn(50) ? ('up' as const) : ('nearest' as const);
  const chosen = firm.cells.filter(
    ({ expected }) => oracle.feesOn(expected, day) !== null && random.isIn(50),
  );
  if (chosen.length === 0) return;
  const body = {
    validFrom: dayName(day),
    percent: basisPoints / 100,
    roundTo: unit / 100,
    mode,
    reprice: reprices,
    reason: 'As agreed',
    cells: chosen.map(({ attorneyId, disbursementTypeId }) => ({
      attorney: attorneyId,
      disbursementType: disbursementTypeId,
    })),
  };
  const reply = await test.call('POST /rate-changes', { token, body });
  expect(reply).toAnswer(201);
  const { _id } = reply.json<{ data: { _id: string } }>().data;
  firm.changes.push(_id);
  const change = { id: _id, day, basisPoints, unit, mode, reprices };
  for (const { expected } of chosen) oracle.raise(expected, change);
}

async function close(firm: Firm, token: string, random: Random): Promise<void> {
  const day = random.below(days);
  const open = firm.cells.flatMap(({ expected }) =>
    expected.entries.filter((entry) => entry.lockedCents === undefined && entry.day <= day),
  );
  const reply = await test.call('POST /exports', { token, body: { to: dayName(day) } });
  expect(reply).toAnswer(open.length === 0 ? 404 : 201);
  for (const entry of open) entry.lockedCents = entry.cents;
}

/** Twice in a row, now and then: the second time changes nothing. */
async function takeBack(firm: Firm, token: string, random: Random): Promise<void> {
  const change = random.pick(firm.changes);
  if (change === undefined) return;
  const isHeld = firm.cells.some(({ expected }) => oracle.holdsLocked(expected, change));
  expect(await test.call(`DELETE /rate-changes/${change}`, { token })).toAnswer(isHeld ? 409 : 200);
  if (!isHeld) for (const { expected } of firm.cells) oracle.takeBack(expected, change);
}

/** Day, minutes and cents of each entry. */
async function findEntries(firm: Firm): Promise<unknown[]> {
  const rows = (await test.listRows('entries', { firmId: firm.id })).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return rows.map((row) => [row.id, row.date, row.minutes, row.amountCents, row.exportId !== null]);
}

function expectedEntries(firm: Firm): unknown[] {
  const entries = firm.cells.flatMap(({ expected }) => expected.entries);
  return entries
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((entry) => {
      const { lockedCents, cents } = entry;
      const isLocked = lockedCents !== undefined;
      return [entry.id, dayName(entry.day), entry.minutes, lockedCents ?? cents, isLocked];
    });
}

async function findSchedules(firm: Firm): Promise<unknown[]> {
  const schedules = await listSchedules(test.db, createFirmScope(firm.id));
  return schedules.map((one) => [
    one.attorneyId,
    one.disbursementTypeId,
    one.validFrom,
    JSON.stringify(one.bands),
  ]);
}

function expectedSchedules(firm: Firm): unknown[] {
  const key = (cell: Cell) => `${cell.attorneyId} ${cell.disbursementTypeId}`;
  return firm.cells
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .flatMap(({ expected, attorneyId, disbursementTypeId }) =>
      oracle
        .beginnings(expected)
        .map(({ day, fees }) => [
          attorneyId,
          disbursementTypeId,
          dayName(day),
          JSON.stringify(fees === null ? [] : bandsOf(fees)),
        ]),
    );
}
