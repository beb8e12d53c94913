import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../test/app.ts';
import { aDisbursementType, aFirm, aMatter, assignTypes, aUser } from '../test/factories.ts';
import { createSession } from './account/session/sessions.service.ts';
import { hours } from './platform/core/clock.ts';
import { setBlocked } from './account/operator.service.ts';

/** What a person holds, and what happens to the person: whether the right still opens anything afterwards. */
const test = useApp();
const password = 'a-long-and-quiet-river';
const fresh = 'lantern-harbour-quiet-7';
let serial = 0;

type Holder = Awaited<ReturnType<typeof aHolder>>;
const system = async () => test.signIn(await aUser(test.db, { firm: null }));

/** A firm admin with a password, of a firm whose domain is free to move. */
async function aHolder() {
  serial += 1;
  const firm = await aFirm(test.db);
  const cell = `0831${String(serial).padStart(6, '0')}`;
  const user = await aUser(test.db, { firm, role: role.attorneyAdmin, password, cell });
  return { ...user, firm, cell, from: `10.9.${serial % 250}.1` };
}

const put = async (user: Holder, body: object) =>
  test.call(`PUT /users/${user.id}`, { token: await system(), body });
const saved = async (user: Holder, body: object) => void (await put(user, body));

async function requestCode({ email, from }: Holder) {
  const { data: token } = (await test.call(`GET /v2/sendOtp?email=${email}`, { from })).json<{
    data: string;
  }>();
  const sms = (await test.sms()).findLast(({ text }) => /^\d{8} is your/.test(text));
  return { token, to: sms?.to, otp: sms?.text.slice(0, 8) ?? '' };
}

async function codeOpens(user: Holder, code: { token: string; otp: string }): Promise<boolean> {
  const reply = await test.call('POST /v2/verifyOtp', {
    body: { otp: code.otp, token: code.token },
    from: user.from,
  });
  return reply.statusCode === 200;
}

/** Gives the right to the user and returns whether it opens something. */
const rights = {
  session: async (user: Holder) => {
    const token = await test.signIn(user);
    return async () => (await test.call('GET /me', { token })).statusCode === 200;
  },
  grant: async (user: Holder) => {
    const token = await createSession(test.db, {
      userId: user.id,
      kind: 'reset',
      now: test.clock.now(),
    });
    const path = `PUT /users/update-passwordv2/${user.id}`;
    return async () =>
      (await test.call(path, { token, body: { newPassword: fresh } })).statusCode === 200;
  },
  code: async (user: Holder) => {
    const code = await requestCode(user);
    return async () => codeOpens(user, code);
  },
  'initial password': async (user: Holder) => {
    const changes = { passwordResetRequired: true, invitedAt: test.clock.now() };
    await test.db.updateTable('users').set(changes).where('id', '=', user.id).execute();
    return async () =>
      (await test.call('POST /logon', { body: { email: user.email, password }, from: user.from }))
        .statusCode === 200;
  },
  invitation: async (user: Holder) => {
    const changes = {
      passwordHash: null,
      passwordResetRequired: true,
      invitedAt: test.clock.now(),
    };
    await test.db.updateTable('users').set(changes).where('id', '=', user.id).execute();
    return async () => codeOpens(user, await requestCode(user));
  },
  password: async (user: Holder) => async () =>
    (await test.call('POST /logon', { body: { email: user.email, password }, from: user.from }))
      .statusCode === 200,
};

const events = {
  nothing: async () => undefined,
  'a change of the name': (user: Holder) => saved(user, { name: 'Another Name' }),
  'a change of the cell': (user: Holder) => saved(user, { cell: '0849990000' }),
  'a change of the email': (user: Holder) =>
    saved(user, { email: `changed${serial}@${user.firm.domain}` }),
  'the status Inactive': (user: Holder) => saved(user, { status: userStatus.inactive }),
  'the status Inactive and Active again': async (user: Holder) => {
    await saved(user, { status: userStatus.inactive });
    await saved(user, { status: userStatus.active });
  },
  'a block': async ({ email }: Holder) =>
    void (await setBlocked(test.db, { email, isBlocked: true, now: test.clock.now() })),
  'a move of the domain to another firm': async ({ firm }: Holder) => {
    const other = await aFirm(test.db);
    await test.db
      .updateTable('firmDomains')
      .set({ firmId: other.id, position: 2 })
      .where('domain', '=', firm.domain)
      .execute();
  },
  'a take-over of the email by the firm that has its domain now': async (user: Holder) => {
    const { firm, email } = user;
    await saved(user, { status: userStatus.inactive });
    const other = await aFirm(test.db);
    await test.db
      .updateTable('firmDomains')
      .set({ firmId: other.id, position: 2 })
      .where('domain', '=', firm.domain)
      .execute();
    const token = await test.signIn(
      await aUser(test.db, { firm: other, role: role.attorneyAdmin }),
    );
    const body = {
      role: role.attorney,
      firm: other.id,
      name: 'Next Person',
      email,
      cell: '0115550111',
      password: 'paper-lion-station-18',
    };
    const { statusCode } = await test.call('POST /register', { token, body });
    if (statusCode !== 201) throw new Error(`the email was not taken over: ${statusCode}`);
  },
  'a domain that is given up': async ({ firm }: Holder) =>
    void (await test.db
      .updateTable('firmDomains')
      .set({ domain: `kept-by-${firm.domain}` })
      .where('domain', '=', firm.domain)
      .execute()),
  'the naming of another admin, where none was named before': async ({ firm }: Holder) => {
    const other = await aUser(test.db, { firm, role: role.attorneyAdmin });
    const { statusCode } = await test.call(`PUT /firms/${firm.id}`, {
      token: await system(),
      body: { admin: other.id },
    });
    if (statusCode !== 200) throw new Error(`no admin was named: ${statusCode}`);
  },
  'an hour in which the firm has another admin': async ({ firm, id }: Holder) => {
    const other = await aUser(test.db, { firm, role: role.attorneyAdmin });
    await test.db
      .updateTable('firms')
      .set({ adminId: other.id })
      .where('id', '=', firm.id)
      .execute();
    await test.db
      .updateTable('users')
      .set({ invitedAt: sql`now() - interval '61 minutes'` })
      .where('id', '=', id)
      .execute();
  },
  '14 days': async () => test.clock.advance(hours(14 * 24)),
  '13 days': async () => test.clock.advance(hours(13 * 24)),
  'a change of the password': async (user: Holder) => {
    const token = await test.signIn(user);
    const body = { oldPassword: password, newPassword: fresh };
    await test.call(`PUT /users/update-password/${user.id}`, { token, body, from: user.from });
  },
} satisfies Record<string, (user: Holder) => Promise<void>>;

/** What is left after each event; all else has ended. */
const left: Record<keyof typeof events, readonly (keyof typeof rights)[]> = {
  nothing: ['session', 'grant', 'code', 'initial password', 'invitation', 'password'],
  'a change of the name': [
    'session',
    'grant',
    'code',
    'initial password',
    'invitation',
    'password',
  ],
  // The invitation leads to a code, which goes to the new cell then.
  'a change of the cell': ['initial password', 'invitation', 'password'],
  'a change of the email': [],
  'the status Inactive': [],
  'the status Inactive and Active again': ['initial password', 'invitation', 'password'],
  'a block': [],
  'a move of the domain to another firm': [],
  'a take-over of the email by the firm that has its domain now': [],
  'a domain that is given up': [],
  'the naming of another admin, where none was named before': [],
  // A session ends by itself within eight hours.
  'an hour in which the firm has another admin': ['session'],
  '14 days': ['password'],
  '13 days': ['initial password', 'invitation', 'password'],
  // An invited person has no password to change.
  'a change of the password': ['invitation'],
};

const names = Object.keys(events) as (keyof typeof events)[]; // Object.keys forgets the literal types
const held = Object.keys(rights) as (keyof typeof rights)[]; // Object.keys forgets the literal types

it.each(names.flatMap((event) => held.map((right) => [event, right] as const)))(
  'after %s: the right "%s"',
  async (event, right) => {
    const user = await aHolder();
    const opens = await rights[right](user);
    await events[event](user);
    expect(await opens()).toBe(left[event].includes(right));
  },
);

/** The right to record a disbursement type, and to keep an entry of it. */
it.each([
  ['nothing', {}, {}, [201, 200]],
  ['the end of the assignment', { disbursementTypes: [] }, {}, [400, 200]],
  ['the end of the use of the type', {}, { active: false }, [400, 200]],
  ['the status Inactive', { status: userStatus.inactive }, {}, [401, 401]],
] as const)('after %s: the right to record a type', async (_, person, type, expected) => {
  const firm = await aFirm(test.db);
  const [attorney, matter, kind] = [
    await aUser(test.db, { firm }),
    await aMatter(test.db, firm),
    await aDisbursementType(test.db, firm),
  ];
  await assignTypes(test.db, firm);
  const admin = await test.signIn(await aUser(test.db, { firm, role: role.attorneyAdmin }));
  const token = await test.signIn(attorney);
  const body = { matter: matter.id, disbursementType: kind.id, date: '2026-03-05', amount: 5 };
  const earlier = (await test.call('POST /entries', { token, body })).json<{
    data: { _id: string };
  }>().data;
  await test.call(`PUT /users/${attorney.id}`, { token: admin, body: person });
  await test.call(`PUT /disbursements/${kind.id}`, {
    token: admin,
    body: { title: kind.title, ...type },
  });
  const records = await test.call('POST /entries', { token, body });
  const corrects = await test.call(`PUT /entries/${earlier._id}`, {
    token,
    body: { narration: 'Two pages' },
  });
  expect([records.statusCode, corrects.statusCode]).toEqual(expected);
});

it('changes a person by those events', async () => {
  const user = await aHolder();
  expect((await put(user, { cell: '0849990000' })).statusCode).toBe(200);
  await events['a change of the password'](user);
  expect(
    (
      await test.call('POST /logon', {
        body: { email: user.email, password: fresh },
        from: user.from,
      })
    ).statusCode,
  ).toBe(200);
});

it('sends a code that is asked for during a change of the cell to the new cell', async () => {
  const user = await aHolder();
  const change = await test.db.startTransaction().execute();
  await change.updateTable('users').set({ cell: '0849990001' }).where('id', '=', user.id).execute();
  const asked = requestCode(user);
  const waiting = async () =>
    (await sql`select from pg_locks where not granted`.execute(test.db)).rows;
  await expect.poll(waiting, { timeout: 10_000 }).not.toEqual([]);
  await change.commit().execute();
  expect((await asked).to).toBe('0849990001');
});

it('reactivates nobody whose domain belongs to another firm, in any way', async () => {
  const user = await aHolder();
  await saved(user, { status: userStatus.inactive });
  await events['a move of the domain to another firm'](user);
  await test.db
    .insertInto('firmDomains')
    .values({ firmId: user.firm.id, position: 1, domain: `new-${user.firm.domain}` })
    .execute();
  const invalid = { code: 'invalid_input', fields: { email: 'Invalid domain' } };
  expect((await put(user, { status: userStatus.active })).json()).toMatchObject(invalid);
  const person = {
    role: role.attorneyAdmin,
    firm: user.firm.id,
    email: user.email,
    cell: user.cell,
  };
  expect(
    (await test.call('POST /register', { token: await system(), body: person })).json(),
  ).toMatchObject(invalid);
  const now = test.clock.now();
  await setBlocked(test.db, { email: user.email, isBlocked: true, now });
  expect(await setBlocked(test.db, { email: user.email, isBlocked: false, now })).toContain(
    'stays blocked',
  );
  expect(
    (await test.call('POST /logon', { body: { email: user.email, password }, from: user.from }))
      .statusCode,
  ).toBe(401);
});
