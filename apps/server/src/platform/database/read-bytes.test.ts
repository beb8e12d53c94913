import { createFirmScope } from '../core/actor.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aStoredVoucher } from '../../../test/vouchers.ts';
import { withScope } from './connections.ts';
import { readBytes } from './read-bytes.ts';

const test = useApp();

const select = (bytes: ReturnType<typeof sql>) => ({
  compile: () => sql<{ bytes: Buffer }>`select ${bytes} as bytes`.compile(test.db),
});

it('reads bytes as they are, also none', async () => {
  const all = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 256));
  const hex = (bytes: Buffer) => select(sql`decode(${bytes.toString('hex')}, 'hex')`);

  expect((await readBytes(test.db, hex(all)))?.equals(all)).toBe(true);
  expect(await readBytes(test.db, hex(Buffer.alloc(0)))).toHaveLength(0);
  const none = sql<{ bytes: Buffer }>`select 'x'::bytea as bytes where ${1}::integer = 2`;
  expect(await readBytes(test.db, { compile: () => none.compile(test.db) })).toBeUndefined();
  expect(await readBytes(test.db, select(sql`null::bytea`))).toBeUndefined();
});

it('reports the error of the database, and leaves the connection in good order', async () => {
  const failing = select(sql`decode('x' || ${1}::integer, 'hex')`);

  await expect(readBytes(test.db, failing)).rejects.toMatchObject({ code: '22023' });
  expect(await readBytes(test.db, select(sql`'after'::bytea`))).toEqual(Buffer.from('after'));
  await test.db.transaction().execute(async (trx) => {
    expect(await readBytes(trx, select(sql`'within'::bytea`))).toEqual(Buffer.from('within'));
  });
});

it('sees the rows of its firm alone', async () => {
  const [own, other] = [await test.aFirm(), await test.aFirm()];
  const stored = { content: Buffer.from('own'), linkedAt: test.clock.now() };
  const voucherId = await aStoredVoucher(test.db, { firmId: own.id, ...stored });
  const read = async (firmId: string) => {
    const db = withScope(test.db, createFirmScope(firmId));
    const piece = db
      .selectFrom('voucherPieces')
      .where('firmId', '=', own.id)
      .where('voucherId', '=', voucherId)
      .select('content');
    return readBytes(db, piece);
  };

  expect(await read(own.id)).toEqual(Buffer.from('own'));
  expect(await read(other.id)).toBeUndefined();
});
