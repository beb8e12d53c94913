import { role } from '@recoup/contract/core/access';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aFirm, anEntry, aUser } from '../../test/factories.ts';
import { countLockWaits } from '../../test/lock-waits.ts';

const test = useApp();

const waiting = async () => countLockWaits(test.db);

it.each(['PUT', 'DELETE'] as const)(
  'rejects a %s of an entry while its closing commits',
  async (method) => {
    const firm = await aFirm(test.db);
    const attorney = await aUser(test.db, { firm });
    const { id } = await anEntry(test.db, { firm, attorney });
    const token = await test.signIn(attorney);
    const admin = await test.signInAs({ firm, role: role.attorneyAdmin });
    const replies = await test.db.transaction().execute(async (trx) => {
      // The ledger's lock stops the closing after it has taken the entry.
      await sql`select pg_advisory_xact_lock(
        hashtextextended('exports ' || ${firm.id}, 0))`.execute(trx);
      const closing = test.call('POST /exports', { token: admin });
      await expect.poll(waiting).toBe(1);
      const late = test.call(`${method} /entries/${id}`, {
        token,
        ...(method === 'PUT' && { body: { amount: 99 } }),
      });
      await expect.poll(waiting).toBe(2);
      return [closing, late] as const;
    });
    const [closing, late] = await Promise.all(replies);
    expect(closing.json<{ data: ExportRecord }>().data).toMatchObject({
      rows: 1,
      sum: 10,
      state: 'closed',
    });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      {
        code: 'entry_is_locked',
        message: 'Locked by export 1 until that export is reopened.',
      },
    ]);
    expect((await test.call(`GET /entries/${id}`, { token })).json()).toMatchObject({
      data: { amount: 10, isLocked: true },
    });
  },
);
