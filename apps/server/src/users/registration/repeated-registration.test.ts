import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

// A client may repeat a registration after a lost response; it never changes an existing attorney.
const test = useApp();
type Reply = { data: { _id: string } };

async function anOffice() {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const [call, copies] = [
    await test.aDisbursementType(firm, { title: 'Call' }),
    await test.aDisbursementType(firm),
  ];
  const fee = (startTime: number, endTime: number, charges: number, additionalTime = 0) => ({
    disbursementType: call.id,
    startTime,
    endTime,
    additionalTime,
    charges,
  });
  const body = {
    role: 0,
    firm: firm.id,
    name: 'Thabo Mokoena',
    email: `t.mokoena@${firm.domain}`,
    cell: '0825550111',
    status: userStatus.active,
    password: 'paper-lion-station-18',
    disbursementTypes: [call.id, copies.id],
    callFees: [fee(0, 5, 33), fee(-1, -1, 12.5, 5)],
    invitation: true,
  };
  const token = await test.signIn(admin);
  const register = async (input: object) => test.call('POST /register', { token, body: input });
  const stored = async (id: string) =>
    (await test.call(`GET /users/${id}`, { token })).json<object>();
  return { firm, body, fee, copies, register, stored, token };
}

const countMails = async (to: string) =>
  (await test.listRows('mails', { toAddress: to }, ['id'])).length;
const countRecords = async (id: string) =>
  (await test.listRows('auditLog', { subjectId: id }, ['id'])).length;

it('answers the same registration again with the account, and changes nothing', async () => {
  const { firm, body, register, stored } = await anOffice();
  const first = (await register(body)).json<Reply>();
  const [before, records] = [await stored(first.data._id), await countRecords(first.data._id)];
  // The same in another form: letters, spaces, the form of the cell, the firm as an object.
  const inOtherWords = {
    ...body,
    email: ` ${body.email.toUpperCase()} `,
    cell: '+27 82 555-0111',
    firm: { _id: firm.id },
  };
  for (const value of [body, inOtherWords]) {
    const again = await register(value);
    expect([again.statusCode, again.json()]).toEqual([201, first]);
  }
  expect(await stored(first.data._id)).toEqual(before);
  expect([await countRecords(first.data._id), await countMails(body.email)]).toEqual([records, 1]);
});

it('makes one attorney of ten equal registrations at once, and answers all alike', async () => {
  const { body, register } = await anOffice();
  const replies = await Promise.all(Array.from({ length: 10 }, async () => register(body)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 10 }, () => 201),
  );
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
  expect(await countMails(body.email)).toBe(1);
});

type Office = Awaited<ReturnType<typeof anOffice>>;

it.each<[string, (office: Office) => object]>([
  ['name', () => ({ name: 'Odd Fellow' })],
  ['cell', () => ({ cell: '0825550133' })],
  ['status', () => ({ status: userStatus.inactive })],
  ['password', () => ({ password: 'paper-lion-station-19' })],
  ['list of types, which is empty', () => ({ disbursementTypes: [], callFees: [] })],
  ['order of types', ({ body }) => ({ disbursementTypes: body.disbursementTypes.toReversed() })],
  ['price', ({ fee }) => ({ callFees: [fee(0, 5, 34), fee(-1, -1, 12.5, 5)] })],
  ['number of call fees', ({ fee }) => ({ callFees: [fee(0, 5, 33)] })],
  [
    'type with call fees',
    ({ body, copies }) => ({
      callFees: [...body.callFees, { ...body.callFees[0], disbursementType: copies.id }],
    }),
  ],
])(
  'rejects the email of an attorney for a registration with another %s, and keeps the first',
  async (_, other) => {
    const office = await anOffice();
    const { body, register, stored } = office;
    const first = (await register(body)).json<Reply>();
    const before = await stored(first.data._id);
    expect(await register({ ...body, ...other(office) })).toAnswer(409, {
      code: 'conflict',
      fields: { email: /already/ },
    });
    expect(await stored(first.data._id)).toEqual(before);
  },
);

it('makes one attorney of unequal registrations at once', async () => {
  const { body, register, stored } = await anOffice();
  const names = ['First Person', 'Second Person', 'Third Person'];
  const replies = await Promise.all(names.map(async (name) => register({ ...body, name })));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [201, 409, 409],
  );
  const won = replies.findIndex(({ statusCode }) => statusCode === 201);
  const { data } = replies[won]?.json<Reply>() ?? { data: { _id: '' } };
  expect(await stored(data._id)).toMatchObject({ data: { name: names[won] } });
});

it.each([
  ['was blocked', { status: userStatus.blocked }],
  ['chose a password', { passwordResetRequired: false }],
  ['was changed', { name: 'Thabo M Mokoena' }],
])('rejects the same registration once the attorney %s', async (_, change) => {
  const { body, register } = await anOffice();
  const { data } = (await register(body)).json<Reply>();
  await test.updateRows('users', { id: data._id }, change);
  expect(await register(body)).toAnswer(409);
});
