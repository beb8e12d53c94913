import { userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { withScope } from '../../platform/database/connections.ts';

// The system admin moved a domain to another firm; an inactive account still has an email at it.
const test = useApp();
const password = 'paper-lion-station-18';
type Reply = { data: { _id: string; email: string; status: number; version: number } };

async function aMove(status: 0 | 1 = userStatus.inactive) {
  const [earlier, later] = [await test.aFirm(), await test.aFirm()];
  const domain = `moved-${earlier.domain}`;
  const system = await test.signInAs({ firm: null });
  const setDomains = async (firm: { id: string }, domains: string[]) =>
    test.call(`PUT /firms/${firm.id}`, { token: system, body: { domains } });
  expect(await setDomains(earlier, [earlier.domain, domain])).toAnswer(200);
  const old = await test.aUser({ firm: earlier, email: `mover@${domain}`, password, status });
  expect(await setDomains(earlier, [earlier.domain])).toAnswer(200);
  expect(await setDomains(later, [later.domain, domain])).toAnswer(200);
  const admin = await test.anAdmin({ firm: later });
  const earlierToken = await test.signInAdmin({ firm: earlier });
  const token = await test.signIn(admin);
  const body = {
    role: 0,
    firm: later.id,
    name: 'Thabo Mokoena',
    email: old.email,
    cell: '0825550111',
    password: 'lantern-harbour-quiet-7',
  };
  const read = async () =>
    (await test.call(`GET /users/${old.id}`, { token: earlierToken })).json<Reply>().data;
  return { earlier, later, system, old, admin, token, earlierToken, body, read };
}

type Move = Awaited<ReturnType<typeof aMove>>;
const logon = async (email: string, input: string) =>
  test.call('POST /logon', { body: { email, password: input } });

/** The ways in which a person gets an email. */
const ways: Record<string, (move: Move) => Promise<number>> = {
  'the registration of an attorney': async ({ token, body }) =>
    (await test.call('POST /register', { token, body })).statusCode - 1,
  'the registration of a firm admin': async ({ system, later, old }) => {
    const person = { role: 1, firm: later.id, email: old.email, cell: '0825550111' };
    return (await test.call('POST /register', { token: system, body: person })).statusCode - 1;
  },
  'a change of an attorney': async ({ token, later, old }) => {
    const { id } = await test.aUser({ firm: later });
    return (await test.call(`PUT /users/${id}`, { token, body: { email: old.email } })).statusCode;
  },
  'a change of a firm admin': async ({ system, admin, old }) =>
    (await test.call(`PUT /users/${admin.id}`, { token: system, body: { email: old.email } }))
      .statusCode,
};

it.each(
  Object.keys(ways).flatMap((way) =>
    [userStatus.inactive, userStatus.blocked].map((status) => [way, status] as const),
  ),
)(
  'frees the email for %s, and keeps the earlier account with status %i and a name of its own',
  async (way, status) => {
    const move = await aMove(status);
    const before = await move.read();
    expect(await ways[way]?.(move)).toBe(200);
    const released = `${move.old.id}@released.invalid`;
    expect(await move.read()).toMatchObject({
      ...before,
      email: released,
      version: before.version + 1,
    });
    expect(await logon(released, password)).toAnswer(401);
    expect(await logon(move.old.email, password)).toAnswer(401);
  },
);

it('tells the audit logs of both firms, and the earlier one nothing of the other', async () => {
  const { later, earlier, old, admin, token, body } = await aMove();
  await test.call('POST /register', { token, body });
  const records = async (firmId: string, action: string) =>
    test.listRows('auditLog', { firmId, action });
  const [value, ...others] = await records(earlier.id, 'user.email-released');
  const released = `${old.id}@released.invalid`;
  expect(value).toMatchObject({
    actorId: null,
    subjectId: old.id,
    address: 'another firm',
    at: test.clock.now(),
  });
  expect([value?.details, others]).toEqual([{ email: [old.email, released] }, []]);
  expect(await records(later.id, 'user.email-taken-over')).toMatchObject([
    {
      actorId: admin.id,
      subjectId: null,
      address: '127.0.0.1',
      details: { email: old.email },
      requestId: value?.requestId,
    },
  ]);
});

it('makes one account of ten registrations at once', async () => {
  const { token, body, old } = await aMove();
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => test.call('POST /register', { token, body })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 10 }, () => 201),
  );
  const released = test.db
    .selectFrom('auditLog')
    .where('subjectId', '=', old.id)
    .where('action', '=', 'user.email-released');
  expect(await released.select('id').execute()).toHaveLength(1);
  expect(await logon(old.email, body.password)).toAnswer(200);
});

it('reactivates the former user only with an email of the own firm', async () => {
  const { token, body, old, earlier, earlierToken } = await aMove();
  await test.call('POST /register', { token, body });
  const change = async (given: object) =>
    test.call(`PUT /users/${old.id}`, { token: earlierToken, body: given });
  const invalid = { code: 'invalid_input', fields: { email: 'Invalid email id' } };
  expect(await change({ status: userStatus.active })).toAnswer(invalid);
  expect(await change({ status: userStatus.active, email: old.email })).toAnswer(invalid);
  const email = `back@${earlier.domain}`;
  expect(await change({ status: userStatus.active, email })).toAnswer(200);
  expect([
    (await logon(email, password)).statusCode,
    (await logon(old.email, password)).statusCode,
  ]).toEqual([200, 401]);
  const addresses = [old.email, `${old.id}@released.invalid`];
  expect(await test.listRows('mails', { toAddress: addresses }, ['subject'])).toEqual([]);
});

it('keeps the emails of the own firm in any status, and the system admin’s', async () => {
  const firm = await test.aFirm();
  const token = await test.signInAdmin({ firm });
  const holders = [
    await test.aUser({ firm }),
    await test.aUser({ firm, status: userStatus.inactive }),
  ];
  holders.push(await test.aUser({ firm: null, email: `system@${firm.domain}` }));
  for (const { id, email } of holders) {
    const body = {
      role: 0,
      firm: firm.id,
      name: 'Thabo Mokoena',
      email,
      cell: '0825550111',
      password,
    };
    expect(await test.call('POST /register', { token, body })).toAnswer(409);
    expect(await test.listRows('users', { id }, ['email'])).toEqual([{ email }]);
  }
});

it('is rejected for another firm, and changes nothing without the domain', async () => {
  const { earlier, later, old, admin } = await aMove();
  const release = async (scope: string, firm: string) =>
    sql`select release_email(${old.email}, ${firm}, ${admin.id}, '', '', now())`.execute(
      withScope(test.db, createFirmScope(scope)),
    );
  await expect(release(earlier.id, later.id)).rejects.toMatchObject({ code: '42501' });
  const third = await test.aFirm();
  await release(third.id, third.id);
  await release(earlier.id, earlier.id);
  expect(await test.listRows('users', { id: old.id }, ['email'])).toEqual([{ email: old.email }]);
});

it('rejects the reserved domain of released emails', async () => {
  const token = await test.signInAs({ firm: null });
  const body = { name: 'Nobody at Law', domains: ['released.invalid'], logo: null };
  expect(await test.call('POST /firms', { token, body })).toAnswer({
    fields: { 'domains.0': 'Invalid Domain' },
  });
});
