import { role } from '@recoup/contract/core/access';
import { toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../test/app.ts';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  assignTypes,
  aUser,
  callFees,
} from '../test/factories.ts';
import { type Random, randomOf } from '../test/fee-sequences.ts';

/** More by hand: RECOUP_REVERSAL_SEEDS=200. */
const seeds = Number(process.env['RECOUP_REVERSAL_SEEDS'] ?? 2);
const exportsOfSeed = 10;
const stepsOfExport = 12;

const test = useApp();
type Firm = { id: string; admin: string; attorney: string; matter: string; types: string[] };

it(
  'sums ten exports with corrections and reversals to what is right',
  async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const world = new World(await seedFirm(), randomOf(seed));
      const sums: number[] = [];
      for (let number = 1; number <= exportsOfSeed; number += 1) {
        for (let step = 0; step < stepsOfExport; step += 1) await world.step();
        sums.push(await world.close());
      }
      const right = [...world.right.values()];
      const exported = sums.reduce((sum, cents) => sum + cents, 0);
      expect([seed, exported]).toEqual([seed, sumOf(right, ({ amount }) => toCents(amount))]);
      expect(await world.recorded()).toEqual({
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
  const firm = await aFirm(test.db);
  const attorney = await aUser(test.db, { firm });
  const matter = (await aMatter(test.db, firm)).id;
  const call = await aDisbursementType(test.db, firm, { title: 'Call', calculated: true });
  const bands: [number, number, number][] = [
    [0, 5, 3333],
    [5, 10, 6671],
  ];
  await callFees(test.db, { firm, attorney, type: call }, { bands, thereafter: [1, 101] });
  const copies = await aDisbursementType(test.db, firm, { title: 'Copies' });
  const sheriff = await aDisbursementType(test.db, firm, { title: 'Sheriff', vat: 'agent' });
  await assignTypes(test.db, firm);
  return {
    id: firm.id,
    matter,
    types: [call.id, copies.id, sheriff.id],
    admin: await test.signInAs({ firm, role: role.attorneyAdmin }),
    attorney: await test.signIn(attorney),
  };
}

/** A firm, and the entries that are right: neither deleted nor reversed. */
class World {
  readonly right = new Map<string, Entry>();
  /** Reversals that no export holds, with what they took back, and whether that was replaced. */
  private open: { id: string; original: Entry; isReplaced: boolean }[] = [];
  private readonly locked = new Set<string>();
  readonly done = { reversed: 0, undone: 0 };
  private readonly firm: Firm;
  private readonly random: Random;

  constructor(firm: Firm, random: Random) {
    this.firm = firm;
    this.random = random;
  }

  async step(): Promise<void> {
    const kind = this.random.below(12);
    if (kind < 5) return this.record();
    if (kind < 7) return this.correct();
    if (kind === 7) return this.remove();
    if (kind < 10) return this.reverse();
    if (kind === 10) return this.undo();
    return this.changeSettings();
  }

  async close(): Promise<number> {
    await this.record(); // so that there is something to export
    const reply = await this.send('POST /exports', this.firm.admin, { override: 'Tested' });
    for (const id of this.right.keys()) this.locked.add(id);
    this.open = [];
    return toCents(Number((reply as ExportRecord).sum));
  }

  async recorded(): Promise<unknown> {
    const { rows } = await sql<Record<string, number>>`
      select sum(minutes)::int as minutes, sum(quantity)::int as quantity,
        sum(vat_cents)::int as vat,
        sum(amount_cents - case when vat_included then vat_cents else 0 end)::int as net
      from entries where firm_id = ${this.firm.id}`.execute(test.db);
    return rows[0];
  }

  private newEntry(): object {
    const [call, copies = '', sheriff] = this.firm.types;
    const type = this.random.pick([call, copies, sheriff]) ?? copies;
    const price =
      type === call
        ? { minutes: this.random.below(30) }
        : { amount: this.random.below(1_000_000) / 100, quantity: 1 + this.random.below(20) };
    const day = String(1 + this.random.below(17)).padStart(2, '0');
    return {
      matter: this.firm.matter,
      disbursementType: type,
      date: `2026-03-${day}`,
      narration: 'x',
      ...price,
    };
  }

  private async record(): Promise<void> {
    const entry = await this.send('POST /entries', this.firm.attorney, this.newEntry());
    this.keep(entry as Entry);
  }

  private async correct(): Promise<void> {
    const entry = this.pick((one) => !this.locked.has(one._id));
    if (!entry) return;
    const { disbursementType: _, matter: __, ...body } = this.newEntry() as Entry;
    const isCall = entry.disbursementType._id === this.firm.types[0];
    const change = isCall
      ? { date: body.date, minutes: body.minutes ?? 3 }
      : { date: body.date, amount: body.amount ?? 2.5, quantity: body.quantity ?? 2 };
    const path = `PUT /entries/${entry._id}`;
    this.keep((await this.send(path, this.firm.attorney, change)) as Entry);
  }

  private async remove(): Promise<void> {
    const entry = this.pick((one) => !this.locked.has(one._id));
    if (!entry) return;
    await this.send(`DELETE /entries/${entry._id}`, this.firm.attorney);
    this.right.delete(entry._id);
    // Without its replacement a reversal can be undone.
    for (const one of this.open) if (one.original._id === entry.replaces) one.isReplaced = false;
  }

  private async reverse(): Promise<void> {
    const original = this.pick((one) => this.locked.has(one._id));
    if (!original) return;
    const replacement = this.random.isIn(50) ? this.newEntry() : undefined;
    const made = (await this.send(`POST /entries/${original._id}/reversal`, this.firm.attorney, {
      reason: 'It was wrong',
      replacement,
    })) as Reversal;
    this.right.delete(original._id);
    if (made.replacement) this.keep(made.replacement);
    const { _id: id } = made.reversal;
    this.open.push({ id, original, isReplaced: replacement !== undefined });
    this.done.reversed += 1;
  }

  private async undo(): Promise<void> {
    const reversal = this.open.findIndex(({ isReplaced }) => !isReplaced);
    const [undone] = reversal < 0 ? [] : this.open.splice(reversal, 1);
    if (!undone) return;
    await this.send(`DELETE /entries/${undone.id}`, this.firm.attorney);
    this.keep(undone.original);
    this.done.undone += 1;
  }

  private async changeSettings(): Promise<void> {
    const body = { isVatVendor: this.random.isIn(70), pricesIncludeVat: this.random.isIn(50) };
    await this.send('PUT /firm-settings', this.firm.admin, body);
  }

  private pick(isWanted: (entry: Entry) => boolean): Entry | undefined {
    return this.random.pick([...this.right.values()].filter(isWanted));
  }

  private keep(entry: Entry): void {
    this.right.set(entry._id, entry);
  }

  private async send(call: string, token: string, body?: object): Promise<unknown> {
    const reply = await test.call(call, { token, ...(body && { body }) });
    if (reply.statusCode > 299) throw new Error(`${call}: ${reply.statusCode} ${reply.body}`);
    return reply.json<{ data?: unknown }>().data;
  }
}

function sumOf(entries: readonly Entry[], value: (entry: Entry) => number): number {
  return entries.reduce((sum, entry) => sum + value(entry), 0);
}
