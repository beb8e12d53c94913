import type { TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { keepProgramsRunning } from '../../../test/endless-programs.ts';
import { aStatementFirm, type StatementFirm } from '../../../test/statement-firm.ts';
import { packRequests } from '../../../test/taxation-packs.ts';
import { minutes } from '../../platform/core/clock.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';

const test = useApp();
let of: StatementFirm;
const { ask, close, download, expectQueued, getPack, made, queueWaiting, takeTurn } = packRequests(
  test,
  () => of,
);

beforeEach(async () => {
  await test.deleteRows('taxationPacks', { state: 'making' });
  await aFirmWithLines();
});

async function aFirmWithLines(): Promise<void> {
  of = await aStatementFirm(test);
  await of.recordThree();
  await close();
}

async function queue(): Promise<string> {
  test.clock.advance(minutes(1));
  return (await ask()).json<{ data: TaxationPack }>().data._id;
}

/** The database refuses each piece of the pack, as one does that has no room. */
async function refusePieces(packId: string): Promise<void> {
  await test.pool.query(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise 'no room' using errcode = '53100'; end $$;
    create trigger no_room before insert on taxation_pack_pieces for each row
      when (new.pack_id = '${packId}') execute function no_room()`);
  onTestFinished(async () => void (await test.pool.query('drop function no_room cascade')));
}

it('makes a pack of another firm after the first of a firm that queued many', async () => {
  const many = [await queue(), await queue()];
  await aFirmWithLines();
  const other = await queue();
  await takeTurn();
  await takeTurn();
  const ready = { id: [...many, other], state: 'ready' };
  const rows = await test.listRows('taxationPacks', ready, ['endedAt', 'id']);
  expect(rows.map(({ id }) => id)).toEqual([many[0], other]);
});

it('makes a pack of another firm before the next one of a firm that had a turn', async () => {
  const first = await queue();
  await takeTurn();
  const next = await queue();
  await aFirmWithLines();
  const other = await queue();
  await takeTurn();
  const ready = { id: [first, next, other], state: 'ready' };
  const rows = await test.listRows('taxationPacks', ready, ['endedAt', 'id']);
  expect(rows.map(({ id }) => id)).toEqual([first, other]);
});

it('keeps the newest files of a firm up to a bound, and of the others the hashes', async () => {
  const { _id, sha256 } = (await made()).pack;
  await test.updateRows('taxationPacks', { id: _id }, { bytes: 2 * 1024 ** 3 });
  // Half a file must not look like a whole one.
  await expect(download(_id)).rejects.toThrow(/destroyed|aborted|deleted/);
  test.clock.advance(minutes(1));
  const newer = await made();
  expect(newer.file.statusCode).toBe(200);
  expect(newer.pack).toMatchObject({ sha256, isKept: true });
  expect(await getPack(_id)).toMatchObject({ state: 'ready', sha256, isKept: false });
  expect(await download(_id)).toAnswer(409, {
    message: 'The file of this pack is no longer kept. Make the pack again.',
  });
});

it('makes a pack although the program hangs once it has sent the result', async () => {
  await keepProgramsRunning();
  const { pack, parts } = await made();
  expect(pack).toMatchObject({ state: 'ready' });
  expect(parts.size).toBe(7);
});

it.each([
  ['has gone', 'delete from graphile_worker._private_jobs'],
  ['has given up', 'update graphile_worker._private_jobs set attempts = max_attempts'],
])('queues a waiting pack again whose job %s', async (_, statement) => {
  const id = await queue();
  await test.pool.query(statement);
  await expect(expectQueued(id)).rejects.toThrow(/expected/);
  await queueWaiting();
  await expectQueued(id);
  await queueWaiting();
  await expectQueued(id);
  await takeTurn();
});

it('makes the packs of others while one never ends, which fails after five tries', async () => {
  const stuck = await queue();
  await refusePieces(stuck);
  const stuckFirm = of;
  await aFirmWithLines();
  const other = await queue();
  await expect(takeTurn()).rejects.toThrow(/no room/);
  await takeTurn();
  expect(await getPack(other)).toMatchObject({ state: 'ready' });
  expect(await test.getRow('taxationPacks', { id: stuck })).toMatchObject({ tries: 1 });
  await test.updateRows('taxationPacks', { id: stuck }, { tries: 5 });
  await takeTurn();
  of = stuckFirm;
  expect(await getPack(stuck)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/could not be made/),
  });
});

it('queues five packs of a firm, also when the fifth is queued meanwhile', async () => {
  const fifth = await queue();
  for (let others = 1; others < 5; others += 1) await queue();
  await test.updateRows('taxationPacks', { id: fifth }, { state: 'failed', reason: 'Not yet' });
  const other = await test.db.startTransaction().execute();
  await lockName(other, `taxation packs of ${of.firm.id}`);
  const waiting = { state: 'making', reason: null };
  await other.updateTable('taxationPacks').set(waiting).where('id', '=', fifth).execute();
  const asked = ask();
  await expect.poll(() => countLockWaits(test.db)).toBeGreaterThan(0);
  await other.commit().execute();
  expect(await asked).toAnswer(429);
});
