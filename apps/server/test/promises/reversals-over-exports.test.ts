import { toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { useApp } from '../app.ts';
import { type Random, randomOf } from '../fee-sequences.ts';
import { deepIt } from '../deep.ts';

/** More by hand: RECOUP_REVERSAL_SEEDS=200. */
const seeds = Number(process.env['RECOUP_REVERSAL_SEEDS'] ?? 2);
const exportsOfSeed = 10;
const stepsOfExport = 12;

const test = useApp();
type Firm = {
  id: string;
  admin: string;
  attorney: string;
  matter: string;
  types: string[];
  /** Replaces the call fees of all days. */
  setCallFees: (cents: number) => Promise<unknown>;
};

deepIt(
  'sums ten exports with corrections and reversals to what is right',
  async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const world = newWorld(await seedFirm(), randomOf(seed));
      const sums: number[] = [];
      for (let number = 1; number <= exportsOfSeed; number += 1) {
        for (let done = 0; done < stepsOfExport; done += 1) await step(world);
        sums.push(await close(world));
      }
      const right = [...world.right.values()];
      const exported = sums.reduce((sum, cents) => sum + cents, 0);
      expect([seed, exported]).toEqual([seed, sumOf(right, ({ amount }) => toCents(amount))]);
      expect(await recorded(world)).toEqual({
        minutes: sumOf(right, ({ minutes }) => minutes ?? 0),
        quantity: sumOf(right, ({ quantity }) => quantity ?? 0),
        net: sumOf(right, ({ vat, amount }) => toCents(vat?.net ?? amount)),
        vat: sumOf(right, ({ vat }) => toCents(vat?.vat ?? 0)),
      });
      expect(world.done).toMatchObject({
        reversed: expect.any(Number),
        undone: expect.any(Number),
      });
    }
  },
  60_000 + seeds * 20_000,
);

async function seedFirm(): Promise<Firm> {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const matter = (await test.aMatter(firm)).id;
  const call = await test.aDisbursementType(firm, { title: 'Call', calculated: true });
  const of = { firm, attorney, type: call };
  const setCallFees = async (cents: number) => {
    const now = { replacedAt: new Date() };
    await test.updateRows('callFeeSchedules', { userId: attorney.id }, now);
    await test.callFees(of, { upTo: { 5: cents }, thereafter: [1, 101] });
  };
  await setCallFees(3333);
  const copies = await test.aDisbursementType(firm, { title: 'Copies' });
  const sheriff = await test.aDisbursementType(firm, { title: 'Sheriff', vat: 'agent' });
  await test.assignTypes(firm);
  return {
    id: firm.id,
    matter,
    setCallFees,
    types: [call.id, copies.id, sheriff.id],
    admin: await test.signInAdmin({ firm }),
    attorney: await test.signIn(attorney),
  };
}

/** What the test knows of a firm; `right` are its entries that are neither deleted nor reversed. */
type World = {
  firm: Firm;
  random: Random;
  right: Map<string, Entry>;
  /** Reversals that no export holds. */
  open: { id: string; original: Entry; isReplaced: boolean }[];
  locked: Set<string>;
  done: { reversed: number; undone: number };
};

function newWorld(firm: Firm, random: Random): World {
  const done = { reversed: 0, undone: 0 };
  return { firm, random, right: new Map(), open: [], locked: new Set(), done };
}

async function step(world: World): Promise<void> {
  const kind = world.random.below(12);
  if (kind < 5) return record(world);
  if (kind < 7) return correct(world);
  if (kind === 7) return remove(world);
  if (kind < 10) return takeBack(world);
  if (kind === 10) return undo(world);
  return changeSettings(world);
}

async function close(world: World): Promise<number> {
  await record(world); // so that there is something to export
  const body = { override: 'Tested' };
  const { sum } = await send<ExportRecord>('POST /exports', world.firm.admin, body);
  for (const id of world.right.keys()) world.locked.add(id);
  world.open = [];
  return toCents(Number(sum));
}

async function recorded({ firm }: World): Promise<unknown> {
  const { rows } = await sql<Record<string, number>>`
    select sum(minutes)::int as minutes, sum(quantity)::int as quantity,
      sum(vat_cents)::int as vat,
      sum(amount_cents - case when vat_included then vat_cents else 0 end)::int as net
    from entries where firm_id = ${firm.id}`.execute(test.db);
  return rows[0];
}

function randomPrice({ random }: World, isCall: boolean) {
  if (isCall) return { minutes: random.below(30) };
  return { amount: random.below(1_000_000) / 100, quantity: 1 + random.below(20) };
}

function randomDay({ random }: World): string {
  return `2026-03-${String(1 + random.below(17)).padStart(2, '0')}`;
}

function randomEntry(world: World) {
  const [call, ...others] = world.firm.types;
  const isCall = world.random.isIn(40);
  return {
    matter: world.firm.matter,
    disbursementType: isCall ? call : world.random.pick(others),
    date: randomDay(world),
    narration: 'x',
    ...randomPrice(world, isCall),
  };
}

async function record(world: World): Promise<void> {
  keep(world, await send<Entry>('POST /entries', world.firm.attorney, randomEntry(world)));
}

async function correct(world: World): Promise<void> {
  const entry = pick(world, ({ _id }) => !world.locked.has(_id));
  if (!entry) return;
  const isCall = entry.disbursementType._id === world.firm.types[0];
  // A replacement stays on the day of its reversal.
  const date = entry.replaces === undefined ? randomDay(world) : entry.date;
  const body = { date, ...randomPrice(world, isCall) };
  keep(world, await send<Entry>(`PUT /entries/${entry._id}`, world.firm.attorney, body));
}

async function remove(world: World): Promise<void> {
  const entry = pick(world, ({ _id }) => !world.locked.has(_id));
  if (!entry) return;
  await send(`DELETE /entries/${entry._id}`, world.firm.attorney);
  world.right.delete(entry._id);
  // Without its replacement a reversal can be undone.
  for (const one of world.open) if (one.original._id === entry.replaces) one.isReplaced = false;
}

async function takeBack(world: World): Promise<void> {
  const original = pick(world, ({ _id }) => world.locked.has(_id));
  if (!original) return;
  const replacement = world.random.isIn(60) ? randomReplacement(world, original) : undefined;
  const body = { reason: 'It was wrong', replacement };
  const path = `POST /entries/${original._id}/reversal`;
  const made = await send<Reversal>(path, world.firm.attorney, body);
  world.right.delete(original._id);
  // No month shows one of the two alone.
  if (made.replacement) expect(made.replacement.date).toBe(made.reversal.date);
  if (made.replacement) keep(world, made.replacement);
  const isReplaced = replacement !== undefined;
  world.open.push({ id: made.reversal._id, original, isReplaced });
  world.done.reversed += 1;
}

/** A copy of the original or something else, of the day of the reversed entry or of today. */
function randomReplacement(world: World, original: Entry) {
  const { random } = world;
  const { date: happenedOn, ...other } = random.isIn(40) ? copyOf(original) : randomEntry(world);
  const date = random.isIn(50) ? original.date : '2026-03-18';
  return { ...other, date, ...(happenedOn <= date && random.isIn(50) && { happenedOn }) };
}

function copyOf({ matter, disbursementType, date, minutes, quantity, amount }: Entry) {
  const count = quantity ?? 1;
  return {
    matter: matter._id,
    disbursementType: disbursementType._id,
    date,
    narration: 'x',
    ...(minutes !== null && { minutes }),
    ...(quantity !== null && { quantity }),
    amount: toCents(amount) / count / 100,
  };
}

async function undo(world: World): Promise<void> {
  const undone = world.open.find(({ isReplaced }) => !isReplaced);
  if (!undone) return;
  world.open = world.open.filter((one) => one !== undone);
  await send(`DELETE /entries/${undone.id}`, world.firm.attorney);
  keep(world, undone.original);
  world.done.undone += 1;
}

async function changeSettings({ firm, random }: World): Promise<void> {
  const body = { isVatVendor: random.isIn(70), pricesIncludeVat: random.isIn(50) };
  await send('PUT /firm-settings', firm.admin, body);
  await firm.setCallFees(1 + random.below(9999));
}

function pick({ random, right }: World, isWanted: (entry: Entry) => boolean): Entry | undefined {
  return random.pick([...right.values()].filter(isWanted));
}

function keep({ right }: World, entry: Entry): void {
  right.set(entry._id, entry);
}

async function send<T>(call: string, token: string, body?: object): Promise<T> {
  const reply = await test.call(call, { token, ...(body && { body }) });
  if (reply.statusCode > 299) throw new Error(`${call}: ${reply.statusCode} ${reply.body}`);
  return reply.json<{ data: T }>().data;
}

function sumOf(entries: readonly Entry[], value: (entry: Entry) => number): number {
  return entries.reduce((sum, entry) => sum + value(entry), 0);
}
