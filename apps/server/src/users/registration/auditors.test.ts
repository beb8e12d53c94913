import { role, userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hours, southAfricanDay } from '../../platform/core/clock.ts';

const test = useApp();
const password = 'paper-lion-station-18';
const own = 'lantern-harbour-quiet-7';
type Reply = { data: { _id: string; endsOn: string | null; email: string; status: number } };
let serial = 0;

const dayFromNow = (days: number) =>
  southAfricanDay(new Date(test.clock.now().getTime() + hours(24 * days)));

async function anAdmin() {
  serial += 1;
  const firm = await test.aFirm();
  const token = await test.signInAdmin({ firm });
  const body = {
    role: role.auditor,
    firm: firm.id,
    name: 'Naledi Auditor',
    email: `naledi${serial}@books${serial}.co.za`,
    password,
    endsOn: dayFromNow(30),
  };
  const register = async (more: object = {}) =>
    test.call('POST /register', { token, body: { ...body, ...more } });
  return { firm, token, body, register };
}

/** With an own password, as after the first sign-in. */
async function anAuditor(more: object = {}) {
  const admin = await anAdmin();
  const { _id: id, email } = (await admin.register(more)).json<Reply>().data;
  await logon(email, password);
  const token = (await logon(email, password)).json<{ token: string }>().token;
  const change = { oldPassword: password, newPassword: own };
  const changed = await test.call(`PUT /users/update-password/${id}`, { token, body: change });
  expect(changed).toAnswer(200);
  const put = async (body: object) => test.call(`PUT /users/${id}`, { token: admin.token, body });
  return { ...admin, id, email, put };
}

const from = () => `10.7.${serial % 250}.1`;
const logon = async (email: string, input = own) =>
  test.call('POST /logon', { body: { email, password: input }, from: from() });
const tokenOf = async (email: string) => (await logon(email)).json<{ token: string }>().token;
const reads = async (token: string) => (await test.call('GET /entries', { token })).statusCode;

describe('an auditor', () => {
  it('is registered by the firm admin from outside, without a cell, and listed', async () => {
    const { register, token, body } = await anAdmin();
    const reply = await register();
    expect(reply).toAnswer(201);
    expect(reply.json<Reply>().data).toMatchObject({ endsOn: body.endsOn, cell: '', role: 2 });
    expect((await register()).json<Reply>().data._id).toBe(reply.json<Reply>().data._id);
    expect(await test.call('GET /users?role=2', { token })).toAnswer({
      count: 1,
      data: [{ endsOn: body.endsOn }],
    });
    expect(await test.call('GET /users?role=0', { token })).toAnswer({ count: 0 });
  });

  it.each([
    ['yesterday', () => ({ endsOn: dayFromNow(-1) }), 'endsOn'],
    ['more than two years ahead', () => ({ endsOn: dayFromNow(732) }), 'endsOn'],
    ['no day', () => ({ endsOn: undefined }), 'endsOn'],
    ['a cell of nine digits', () => ({ cell: '082555011' }), 'cell'],
    ['no email', () => ({ email: 'naledi' }), 'email'],
    ['a weak password', () => ({ password: 'short-1' }), 'password'],
    ['a right to record', () => ({ recordsFor: [] }), 'recordsFor'],
  ])('is refused with %s', async (_, more, field) => {
    const { register } = await anAdmin();
    const reply = await register(more());
    expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
      400,
      [field],
    ]);
  });

  it('may end today', async () => {
    const { register } = await anAdmin();
    expect(await register({ endsOn: dayFromNow(0) })).toAnswer(201);
  });

  it('signs in up to the last day in South Africa, and no longer', async () => {
    const { email, put } = await anAuditor({ endsOn: dayFromNow(1) });
    const token = await tokenOf(email);
    expect(await reads(token)).toBe(200);
    expect(await put({ endsOn: dayFromNow(0) })).toAnswer(200);
    expect(await reads(token)).toBe(200);
    await test.updateRows('users', { email }, { endsOn: dayFromNow(-1) });
    expect(await reads(token)).toBe(401);
    expect(await logon(email)).toAnswer({ code: 'wrong_credentials' });
    expect(await put({ name: 'Naledi A' })).toAnswer(200);
    expect(await put({ endsOn: dayFromNow(-1) })).toAnswer(200);
    expect(await put({ endsOn: dayFromNow(-2) })).toAnswer(400);
    expect(await put({ endsOn: dayFromNow(3) })).toAnswer(200);
    expect(await reads(await tokenOf(email))).toBe(200);
  });

  it('has no session from the first minute of the next South African day', async () => {
    const { email, put } = await anAuditor();
    const start = test.clock.now();
    const today = dayFromNow(0);
    expect(await put({ endsOn: today })).toAnswer(200);
    const midnight = new Date(`${today}T22:00:00Z`).getTime();
    test.clock.set(new Date(midnight - 60_000));
    const token = await tokenOf(email);
    expect(await reads(token)).toBe(200);
    test.clock.set(new Date(midnight));
    expect(await reads(token)).toBe(401);
    expect(await logon(email)).toAnswer(401);
    test.clock.set(start);
  });

  it('is made inactive by the firm admin, which ends the sessions', async () => {
    const { email, put } = await anAuditor();
    const token = await tokenOf(email);
    expect(await put({ status: userStatus.inactive })).toAnswer(200);
    expect(await reads(token)).toBe(401);
    expect(await put({ status: userStatus.active })).toAnswer(200);
    expect(await reads(await tokenOf(email))).toBe(200);
  });

  it('takes what a client has read, without a cell, and gives a cell up again', async () => {
    const { put, id, token, firm } = await anAuditor({ cell: '0825550101' });
    expect((await put({ cell: '' })).json<{ data: { cell: string } }>().data.cell).toBe('');
    const read = await test.data<object>(`GET /users/${id}`, { token });
    expect(await put({ ...read, name: 'Naledi Books' })).toAnswer(200);
    const attorney = await test.aUser({ firm });
    const change = { token, body: { cell: '' } };
    expect(await test.call(`PUT /users/${attorney.id}`, change)).toAnswer(400, {
      fields: { cell: 'Cell is required' },
    });
  });

  it('is told of the sign-in by SMS, or with the initial password', async () => {
    const bodies = async (cell?: string) => {
      const { register, body } = await anAdmin();
      expect(await register({ invitation: true, cell })).toAnswer(201);
      return (await test.listRows('mails', { toAddress: body.email })).map((mail) => mail.body);
    };
    expect(await bodies()).toEqual([expect.stringContaining('the initial password')]);
    expect(await bodies('0825550199')).toEqual([expect.stringContaining('Choose your password')]);
  });
});

describe('the domain of an auditor', () => {
  it('may be the own one, and one of no firm, but not of another firm', async () => {
    const [{ firm, register, token }, other] = [await anAdmin(), await test.aFirm()];
    expect(await register({ email: `a@${firm.domain}` })).toAnswer(201);
    expect(await register({ email: 'b@legal.accountants' })).toAnswer(201);
    const foreign = await register({ email: `c@${other.domain}` });
    expect([foreign.statusCode, Object.keys(foreign.json<{ fields: object }>().fields)]).toEqual([
      400,
      ['email'],
    ]);
    const { _id } = (await register({ email: 'd@fine.co.za' })).json<Reply>().data;
    const change = { token, body: { email: `d@${other.domain}` } };
    expect(await test.call(`PUT /users/${_id}`, change)).toAnswer(400);
  });

  it('does not keep the firm from giving up its domain', async () => {
    const { firm, register } = await anAdmin();
    const domain = `second-${firm.domain}`;
    const system = await test.signInAs({ firm: null });
    const domains = async (all: string[]) =>
      (await test.call(`PUT /firms/${firm.id}`, { token: system, body: { domains: all } }))
        .statusCode;
    expect(await domains([firm.domain, domain])).toBe(200);
    expect(await register({ email: `e@${domain}` })).toAnswer(201);
    expect(await domains([firm.domain])).toBe(200);
  });

  it('that another firm gets later frees the email there, and ends the account', async () => {
    const { id, email, token } = await anAuditor();
    const session = await tokenOf(email);
    const later = await test.aFirm({ domain: email.split('@')[1] ?? '' });
    expect(await reads(session)).toBe(200);
    const admin = await test.anAdmin({ firm: later });
    const body = {
      role: role.attorney,
      firm: later.id,
      name: 'Next Person',
      email,
      cell: '0825550111',
      password: 'orchid-window-sailor-5',
    };
    const reply = await test.call('POST /register', { token: await test.signIn(admin), body });
    expect(reply).toAnswer(201);
    expect(await reads(session)).toBe(401);
    const left = (await test.call(`GET /users/${id}`, { token })).json<Reply>().data;
    expect(left).toMatchObject({ email: `${id}@released.invalid`, status: userStatus.inactive });
    expect(await logon(left.email)).toAnswer(401);
  });
});
