import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { createPartStore } from './snapshot.ts';
import { writeSnapshot } from './snapshot.ts';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { withCutConnection } from '../../../test/cut-connections.ts';
import { connect } from '../../platform/database/connections.ts';
import { createPool } from '../../platform/database/pool.ts';
import { readExportLines } from './lines.repository.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();

it('adds nothing to its store after it has failed', async () => {
  const firm = createFirmScope((await test.aFirm()).id);
  const events: string[] = [];
  const copy = new Readable({ read: () => {} });
  const line = ['2026-03-01', 'M1', 'Thabo', 'Copies', '', '', '100', ''].join('\u001E');
  copy.push(`${line}\n`.repeat(10_000));
  const store = {
    ...createPartStore(() => expect.unreachable()),
    async add() {
      copy.destroy(new Error('the connection is lost'));
      await once(copy, 'close').catch(() => {});
      for (let turn = 0; turn < 100; turn += 1) await yieldToEventLoop();
      events.push('added');
    },
  };
  await test.db.transaction().execute(async (trx) => {
    const writing = { trx, copyOut: () => copy, store };
    await writeSnapshot(writing, firm, { period: {}, onProgress: () => {} }).catch(
      ({ message }: Error) => events.push(message),
    );
  });
  expect(events).toEqual(['added', 'the connection is lost']);
});

it('keeps each text with control characters in its column', async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const attorney = await test.aUser({ firm, name: 'Thabo' });
  const type = await test.aDisbursementType(firm, { title: 'Copies' });
  const matter = await test.aMatter(firm, {
    number: 'K\u001EM\u001F1',
    client: '',
    description: 'a\u001Fb\u001Ec',
  });
  await test.anEntry(
    { firm, attorney, matter, type },
    { date: '2026-03-05', amountCents: 5, narration: '\u001Ex\u001Fy\tz\r\n' },
  );
  const reply = await test.call('GET /download', {
    token: await test.signIn(admin),
    headers: { accept: 'text/csv' },
  });
  const rows: string[][] = parse(reply.body, { from: 2 });
  expect(rows.map((row) => row.map(unescapeFormula))).toEqual([
    ['2026-03-05', 'KM1', '', 'abc', 'Thabo', 'Copies', '', '', '0.05', 'xy\tz\r\n'],
  ]);
});

it('joins its batches: rows, sum, bytes and hash are those of the whole file', async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  // Five batches, however the connection cuts them; the matter before each of them is remembered.
  const more = ' and copies'.repeat(20);
  await sql`insert into entries (id, firm_id, attorney_id, created_by, matter_id,
      disbursement_type_id, date, amount_cents, narration)
    select gen_random_uuid(), ${firm.id}, ${admin.id}, ${admin.id}, ${matter.id},
      ${type.id}, date '2026-03-01' + n / 1000, n, 'Copies, ' || n || ' é' || ${more}
    from generate_series(1, 5001) n`.execute(test.db);
  const reply = await test.call('GET /download', {
    token: await test.signIn(admin),
    headers: { accept: 'text/csv' },
  });
  const rows: string[][] = parse(reply.body, { from: 2 });
  const cents = rows.map((row) => Math.round(Number(row[8]) * 100));
  expect(cents.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5001 }, (_, n) => n + 1));
  const isOwn = (row: string[]) =>
    row[9] === `Copies, ${Math.round(Number(row[8]) * 100)} é${more}`;
  expect(rows.every(isOwn)).toBe(true);
  expect(rows.every(([date = ''], at) => date >= (rows[at - 1]?.[0] ?? ''))).toBe(true);
  const stored = await test.getRow('exports', { firmId: firm.id });
  expect(stored).toMatchObject({
    rowCount: 5001,
    sumCents: String((5001 * 5002) / 2),
    byteCount: reply.rawPayload.length,
  });
  expect(stored.sha256.equals(createHash('sha256').update(reply.rawPayload).digest())).toBe(true);
  const parts = await test.db
    .selectFrom('exportParts')
    .select('content')
    .where('exportId', '=', stored.id)
    .orderBy('position')
    .execute();
  expect(parts.length).toBeGreaterThan(1);
  expect(
    Buffer.concat(parts.map(({ content }) => gunzipSync(content))).equals(reply.rawPayload),
  ).toBe(true);
});

const rows = 6_000;

async function aFirmWithLines() {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  await sql`insert into entries (id, firm_id, attorney_id, created_by, matter_id,
      disbursement_type_id, date, amount_cents)
    select gen_random_uuid(), ${firm.id}, ${attorney.id}, ${attorney.id}, ${matter.id}, ${type.id},
      '2026-03-01', n from generate_series(1, ${rows}::int) n`.execute(test.db);
  return firm;
}

it('sends the first open lines before the others are read', async () => {
  const firm = await aFirmWithLines();
  await sql`analyze entries`.execute(test.db);
  await test.db.transaction().execute(async (trx) => {
    const what = { open: {}, extras: [] };
    const lines = readExportLines(trx, createFirmScope(firm.id), what);
    const { value: first } = await lines.next();
    const read = await sql<{ count: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
      where relname = 'entries'`.execute(trx);
    await lines.return(undefined);
    // The next batch is on its way.
    expect(read.rows).toEqual([{ count: 2 * (first?.length ?? 0) }]);
    expect(first?.length).toBeLessThan(rows / 2);
  });
});

deepIt('rejects a slow reader whose connection was cut, and nothing else', async () => {
  const firm = await aFirmWithLines();
  const read = async (): Promise<number> => {
    const db = connect(createPool(test.databaseUrl, { max: 1 }));
    let count = 0;
    try {
      await db.transaction().execute(async (trx) => {
        const what = { open: {}, extras: [] };
        for await (const lines of readExportLines(trx, createFirmScope(firm.id), what)) {
          count += lines.length;
          // Longer than a closed socket needs to be noticed.
          for (let turns = 0; turns < 100; turns += 1) await yieldToEventLoop();
        }
      });
    } catch {
      return -1;
    } finally {
      await db.destroy();
    }
    return count;
  };
  expect(await read()).toBe(rows);
  const found: number[] = [];
  for (let at = 1, isThere = true; isThere; at += 1)
    isThere = await withCutConnection({ at, when: 'before' }, async () => {
      found.push(await read());
    });
  // The last one had fewer statements.
  expect(found.at(-1)).toBe(rows);
  expect(new Set(found.slice(0, -1))).toEqual(new Set([-1]));
  expect(found.length).toBeGreaterThan(6);
});
