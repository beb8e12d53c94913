import { role, userStatus } from '@recoup/contract/core/access';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keyRequests } from '../api-keys.ts';
import { useApp } from '../app.ts';
import { createSession } from '../../src/account/session/sessions.service.ts';
import { hours } from '../../src/platform/core/clock.ts';
import { setBlocked } from '../../src/account/operator.service.ts';

/** Which rights of a user work after which event. */
const test = useApp();
const { make, ask } = keyRequests(test);
const password = 'a-long-and-quiet-river';
const fresh = 'lantern-harbour-quiet-7';
let serial = 0;

type Holder = Awaited<ReturnType<typeof aHolder>>;
const system = async () => test.signInAs({ firm: null });

/** A firm admin with a password, of a firm whose domain is free to move. */
async function aHolder() {
  serial += 1;
  const firm = await test.aFirm();
  const cell = `0831${String(serial).padStart(6, '0')}`;
  const user = await test.anAdmin({ firm, password, cell });
  return { ...user, firm, cell, from: `10.9.${serial % 250}.1` };
}

const put = async (user: Holder, body: object) =>
  test.call(`PUT /users/${user.id}`, { token: await system(), body });
const saved = async (user: Holder, body: object) => void (await put(user, body));

async function requestCode({ email, from }: Holder) {
  const token = await test.data<string>(`GET /v2/sendOtp?email=${email}`, { from });
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
  'API key': async (user: Holder) => {
    const { key } = await make(await test.signIn(user));
    return async () => (await ask(key)) === 200;
  },
  code: async (user: Holder) => {
    const code = await requestCode(user);
    return async () => codeOpens(user, code);
  },
  'initial password': async (user: Holder) => {
    const changes = { passwordResetRequired: true, invitedAt: test.clock.now() };
    await test.updateRows('users', { id: user.id }, changes);
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
    await test.updateRows('users', { id: user.id }, changes);
    return async () => codeOpens(user, await requestCode(user));
  },
  password: async (user: Holder) => async () =>
    (await test.call('POST /logon', { body: { email: user.email, password }, from: user.from }))
      .statusCode === 200,
};

async function moveDomain(domain: string) {
  const other = await test.aFirm();
  await test.updateRows('firmDomains', { domain }, { firmId: other.id, position: 2 });
  return other;
}

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
  'a move of the domain to another firm': async ({ firm }: Holder) =>
    void (await moveDomain(firm.domain)),
  'a take-over of the email by the firm that has its domain now': async (user: Holder) => {
    const { firm, email } = user;
    await saved(user, { status: userStatus.inactive });
    const other = await moveDomain(firm.domain);
    const token = await test.signInAdmin({ firm: other });
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
  'a domain that is given up': async ({ firm }: Holder) => {
    const domain = `kept-by-${firm.domain}`;
    await test.updateRows('firmDomains', { domain: firm.domain }, { domain });
  },
  'the naming of another admin, where none was named before': async ({ firm }: Holder) => {
    const other = await test.anAdmin({ firm });
    const { statusCode } = await test.call(`PUT /firms/${firm.id}`, {
      token: await system(),
      body: { admin: other.id },
    });
    if (statusCode !== 200) throw new Error(`no admin was named: ${statusCode}`);
  },
  'an hour in which the firm has another admin': async ({ firm, id }: Holder) => {
    const other = await test.anAdmin({ firm });
    await test.updateRows('firms', { id: firm.id }, { adminId: other.id });
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

const all = Object.keys(rights) as (keyof typeof rights)[]; // loses the literal types
/** The rights that remain after each event. */
const left: Record<keyof typeof events, readonly (keyof typeof rights)[]> = {
  nothing: all,
  'a change of the name': all,
  // The code of the invitation goes to the new cell.
  'a change of the cell': ['API key', 'initial password', 'invitation', 'password'],
  // A key is the firm's: it works on when its admin has another address.
  'a change of the email': ['API key'],
  'the status Inactive': [],
  'the status Inactive and Active again': ['API key', 'initial password', 'invitation', 'password'],
  'a block': [],
  'a move of the domain to another firm': [],
  'a take-over of the email by the firm that has its domain now': [],
  'a domain that is given up': [],
  'the naming of another admin, where none was named before': [],
  // A session ends within eight hours anyway.
  'an hour in which the firm has another admin': ['session'],
  '14 days': ['API key', 'password'],
  '13 days': ['API key', 'initial password', 'invitation', 'password'],
  // An invited person has no password to change.
  'a change of the password': ['API key', 'invitation'],
};

const names = Object.keys(events) as (keyof typeof events)[]; // loses the literal types

it.each(names.flatMap((event) => all.map((right) => [event, right] as const)))(
  'after %s: the right "%s"',
  async (event, right) => {
    const user = await aHolder();
    const opens = await rights[right](user);
    await events[event](user);
    expect(await opens()).toBe(left[event].includes(right));
  },
);

it('changes a person by those events', async () => {
  const user = await aHolder();
  expect(await put(user, { cell: '0849990000' })).toAnswer(200);
  await events['a change of the password'](user);
  expect(
    await test.call('POST /logon', {
      body: { email: user.email, password: fresh },
      from: user.from,
    }),
  ).toAnswer(200);
});

it('reactivates no user whose domain belongs to another firm, in any way', async () => {
  const user = await aHolder();
  await saved(user, { status: userStatus.inactive });
  await events['a move of the domain to another firm'](user);
  await test.insertRows('firmDomains', {
    firmId: user.firm.id,
    position: 1,
    domain: `new-${user.firm.domain}`,
  });
  const invalid = { code: 'invalid_input', fields: { email: 'Invalid domain' } };
  expect(await put(user, { status: userStatus.active })).toAnswer(invalid);
  const person = {
    role: role.attorneyAdmin,
    firm: user.firm.id,
    email: user.email,
    cell: user.cell,
  };
  expect(await test.call('POST /register', { token: await system(), body: person })).toAnswer(
    invalid,
  );
  const now = test.clock.now();
  await setBlocked(test.db, { email: user.email, isBlocked: true, now });
  expect(await setBlocked(test.db, { email: user.email, isBlocked: false, now })).toContain(
    'stays blocked',
  );
  expect(
    await test.call('POST /logon', { body: { email: user.email, password }, from: user.from }),
  ).toAnswer(401);
});
