import { role, userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../test/factories.ts';
import { useFirms } from '../../test/firm-requests.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { createFirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { lockAdmins } from '../users/locked-users.repository.ts';

const { change, ledFirm, read, test } = useFirms();

describe('the admin of a firm, with another transaction', () => {
  it('who is named is locked before their status is read', async () => {
    const { firm, admin } = await ledFirm();
    const next = await aUser(test.db, { firm, role: role.attorneyAdmin });
    const { naming } = await test.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ status: userStatus.inactive })
        .where('id', '=', next.id)
        .execute();
      const reply = change(firm.id, { admin: next.id });
      await expect.poll(() => countLockWaits(test.db)).toBe(1);
      return { naming: reply };
    });
    expect(await naming).toAnswer(400);
    expect((await read(firm.id)).json()).toMatchObject({
      data: { admin: { _id: admin.id, status: 2 } },
    });
  });

  it('is replaced while an inactive admin of before is locked elsewhere', async () => {
    const { firm } = await ledFirm();
    const next = await aUser(test.db, { firm, role: role.attorneyAdmin });
    const before = await aUser(test.db, {
      firm,
      role: role.attorneyAdmin,
      status: userStatus.inactive,
    });
    const reply = await test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').where('id', '=', before.id).forUpdate().execute();
      // A wait for the lock is ended by the limit of a statement.
      return change(firm.id, { admin: next.id });
    });
    expect(reply.json()).toMatchObject({ data: { admin: { _id: next.id } } });
  });
});

it('locks the admins in the order of their ids, against deadlocks', async () => {
  const { firm, admin } = await ledFirm();
  const { id: last } = await aUser(test.db, { firm, role: role.attorneyAdmin });
  const { id } = await aUser(test.db, { firm, role: role.attorneyAdmin });
  // PostgreSQL finds its row behind the other one.
  const first = id.replace(/^\w{8}/, '00000000');
  await test.updateRows('users', { id }, { id: first });
  const rowOf = (db: Db, of: string) =>
    db.selectFrom('users').where('id', '=', of).select('id').forNoKeyUpdate();
  const { locking } = await test.db.transaction().execute(async (trx) => {
    await rowOf(trx, last).execute();
    const locked = test.db
      .transaction()
      .execute(async (other) => lockAdmins(other, createFirmScope(firm.id), admin.id));
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    await expect(rowOf(test.db, first).noWait().execute()).rejects.toMatchObject({ code: '55P03' });
    return { locking: locked };
  });
  // Two ids of one millisecond have no order of their own.
  const others = [admin.id, last].toSorted();
  expect((await locking).map((each) => each.id)).toEqual([first, ...others]);
});
