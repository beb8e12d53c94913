import { role, userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { type FirmList, type FirmReply, useFirms } from '../../test/firm-requests.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { createFirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { lockAdmins } from '../users/locked-users.repository.ts';
import { updateRows } from '../../test/rows.ts';

const { auditOf, change, ctx, ledFirm, read, test } = useFirms();
const missing = '0190a6f2-0000-7000-8000-000000000000';

describe('the admin of a firm', () => {
  it('must be a firm admin of that firm', async () => {
    const firm = await test.aFirm();
    const [attorney, stranger] = [await test.aUser({ firm }), await test.anAdmin()];
    const replies = await Promise.all(
      [attorney.id, stranger.id, missing].map((admin) => change(firm.id, { admin })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });

  it('is shown with the firm, and found by email', async () => {
    const { firm, admin } = await ledFirm();
    const expected = { _id: admin.id, email: admin.email, name: admin.name, status: 2 };
    expect(await read(firm.id)).toAnswer({ data: { admin: expected } });
    const list = (
      await test.call(`GET /firms?search=${admin.email.toUpperCase()}`, { token: ctx.system })
    ).json<FirmList>();
    expect(list).toMatchObject({ count: 1, data: [{ _id: firm.id, admin: expected }] });
  });

  it('who is replaced is inactivated and signed out in the same step', async () => {
    const { firm, admin } = await ledFirm();
    const theirs = await test.signIn(admin);
    const next = await test.anAdmin({ firm });
    const attorney = await test.aUser({ firm });
    const attorneyToken = await test.signIn(attorney);
    expect(await change(firm.id, { admin: next.id })).toAnswer({
      data: { admin: { _id: next.id, status: 2 } },
    });
    expect(await test.call('GET /me', { token: attorneyToken })).toAnswer(200);
    expect(await auditOf(attorney.id)).toEqual([]);
    expect(await test.call('GET /me', { token: theirs })).toAnswer(401);
    const earlier = await test.getRow('users', { id: admin.id }, ['status']);
    expect(earlier.status).toBe(userStatus.inactive);
    expect(await auditOf(admin.id)).toMatchObject([
      { action: 'user.updated', details: { status: [2, 1] } },
    ]);
    expect((await change(firm.id, { admin: next.id })).json<FirmReply>().data.version).toBe(2);
  });

  it.each(['at once', 'one after the other'])(
    'stays active when two admins are named %s, without a version',
    async (when) => {
      const firm = await test.aFirm();
      const [a, b] = [await test.anAdmin({ firm }), await test.anAdmin({ firm })];
      const name = async ({ id }: { id: string }) => change(firm.id, { admin: id });
      const replies =
        when === 'at once' ? await Promise.all([name(a), name(b)]) : [await name(a), await name(b)];
      expect(replies.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)).toEqual([
        200, 400,
      ]);
      const message =
        'This person is Inactive, and the firm would have no active admin. ' +
        'Please make them Active first.';
      expect(replies.find(({ statusCode }) => statusCode === 400)?.json()).toEqual({
        code: 'invalid_input',
        message,
        fields: { admin: message },
      });
      const { admin } = (await read(firm.id)).json<{ data: { admin: object } }>().data;
      expect(admin).toMatchObject({ status: userStatus.active });
    },
  );

  it('is not replaced by a blocked person', async () => {
    const { firm, admin } = await ledFirm();
    const blocked = await test.anAdmin({ firm, status: userStatus.blocked });
    const message = 'Blocked. Only an operator can unblock it. Please name another person.';
    const reply = await change(firm.id, { admin: blocked.id });
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { code: 'invalid_input', message, fields: { admin: message } },
    ]);
    expect(await read(firm.id)).toAnswer({ data: { admin: { _id: admin.id, status: 2 } } });
  });

  it('may be inactive in a firm without an active admin, as the form allows', async () => {
    const firm = await test.aFirm();
    const inactive = { firm, role: role.attorneyAdmin, status: userStatus.inactive };
    const { id } = await test.aUser(inactive);
    expect(await change(firm.id, { admin: id })).toAnswer({
      data: { admin: { _id: id, status: 1 } },
    });
  });

  it('who is replaced may take the domain along in the same step', async () => {
    const { firm, admin } = await ledFirm();
    const next = await test.anAdmin({ firm, email: `next@new-${firm.domain}` });
    const domains = [`new-${firm.domain}`];
    expect(await change(firm.id, { domains })).toAnswer(409);
    expect(await change(firm.id, { domains, admin: next.id })).toAnswer(200);
    expect(await auditOf(admin.id)).toMatchObject([{ details: { status: [2, 1] } }]);
  });

  it('who is blocked stays blocked when replaced', async () => {
    const { firm, admin } = await ledFirm();
    await test.updateRows('users', { id: admin.id }, { status: userStatus.blocked });
    const next = await test.anAdmin({ firm });
    await change(firm.id, { admin: next.id });
    const earlier = await test.getRow('users', { id: admin.id }, ['status']);
    expect(earlier.status).toBe(userStatus.blocked);
  });

  it('stays active after a rejected change', async () => {
    const { firm, admin } = await ledFirm();
    const other = await test.aFirm();
    const next = await test.anAdmin({ firm });
    expect(await change(firm.id, { admin: next.id, domains: [other.domain] })).toAnswer(409);
    expect(await read(firm.id)).toAnswer({ data: { admin: { _id: admin.id, status: 2 } } });
  });

  it('is registered and named by two repeatable requests, and returns the same way', async () => {
    const firm = (
      await test.call('POST /firms', {
        token: ctx.system,
        body: { name: 'Two Calls', domains: ['twocalls.co.za'] },
      })
    ).json<FirmReply>().data;
    const [domain = ''] = firm.domains;
    const register = async (email: string) =>
      (
        await test.call('POST /register', {
          token: ctx.system,
          body: { role: 1, firm: firm._id, email, cell: '0825550101', status: 2 },
        })
      ).json<FirmReply>();
    const lerato = await register(`lerato@${domain}`);
    expect((await register(`lerato@${domain}`)).data._id).toBe(lerato.data._id);
    // The second round is a client that lost the last response.
    for (let count = 0; count < 2; count += 1) {
      expect((await register(`lerato@${domain}`)).data._id).toBe(lerato.data._id);
      expect(await change(firm._id, { admin: lerato.data._id, version: firm.version })).toAnswer(
        200,
      );
    }
    const sipho = await register(`sipho@${domain}`);
    await change(firm._id, { admin: sipho.data._id });
    const again = await register(`lerato@${domain}`);
    expect(again.data).toMatchObject({ _id: lerato.data._id, status: 2 });
    await change(firm._id, { admin: again.data._id });
    const people = await test.listRows('users', { firmId: firm._id }, ['id', 'status']);
    expect(new Map(people.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [lerato.data._id, 2],
        [sipho.data._id, 1],
      ]),
    );
  });
});

describe('the admin of a firm, with another transaction', () => {
  it('who is named is locked before their status is read', async () => {
    const { firm, admin } = await ledFirm();
    const next = await test.anAdmin({ firm });
    const { naming } = await test.db.transaction().execute(async (trx) => {
      await updateRows(trx, 'users', { id: next.id }, { status: userStatus.inactive });
      const reply = change(firm.id, { admin: next.id });
      await expect.poll(() => countLockWaits(test.db)).toBe(1);
      return { naming: reply };
    });
    expect(await naming).toAnswer(400);
    expect(await read(firm.id)).toAnswer({ data: { admin: { _id: admin.id, status: 2 } } });
  });

  it('is replaced while an inactive admin of before is locked elsewhere', async () => {
    const { firm } = await ledFirm();
    const next = await test.anAdmin({ firm });
    const before = await test.anAdmin({ firm, status: userStatus.inactive });
    const reply = await test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').where('id', '=', before.id).forUpdate().execute();
      // A wait for the lock is ended by the limit of a statement.
      return change(firm.id, { admin: next.id });
    });
    expect(reply).toAnswer({ data: { admin: { _id: next.id } } });
  });
});

it('locks the admins in the order of their ids, against deadlocks', async () => {
  const { firm, admin } = await ledFirm();
  const { id: last } = await test.anAdmin({ firm });
  const { id } = await test.anAdmin({ firm });
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
