import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { withCopyTransaction } from './connections.ts';
import { startCopy } from './copy-rows.ts';

const test = useApp();
/** Longer than what waits for a batch. */
const lines = 'x\n'.repeat(20_000);

it('says of later rows and the end that the connection was lost, as PostgreSQL did', async () => {
  const errors: string[] = [];
  const losing = withCopyTransaction(test.db, async (trx, copyIn) => {
    await sql`create temporary table copied (text text) on commit drop`.execute(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const stream = copyIn('copy copied from stdin');
    const copy = startCopy(() => stream, '');
    await copy.add(lines);
    await new Promise((resolve) => stream.write('all before is sent\n', resolve));
    const lost = new Promise((resolve) => stream.once('error', resolve));
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(test.db);
    await lost;
    await copy.add(lines).catch((error: unknown) => errors.push(codeIn(error)));
    await copy.end();
  });
  await expect(losing).rejects.toMatchObject({ code: '57P01' });
  expect(errors).toEqual(['57P01']);
});

/** The code of an error of PostgreSQL, else what the error says. */
function codeIn(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
