import { role, userStatus } from '@recoup/contract/core/access';
import { expect, it, describe } from 'vitest';
import { type FirmList, type FirmReply, newFirm, useFirms } from '../../test/firm-requests.ts';

const { auditOf, change, create, created, ctx, read, test } = useFirms();
const missing = '0190a6f2-0000-7000-8000-000000000000';

it.each([role.attorney, role.attorneyAdmin])(
  'lists for role %i the own firm alone',
  async (kind) => {
    const [own, other] = [await test.aFirm(), await test.aFirm()];
    const token = await test.signInAs({ firm: own, role: kind });
    for (const query of ['', '?page=1&itemsPerPage=5', `?search=${other.domain}`]) {
      const { data } = (await test.call(`GET /firms${query}`, { token })).json<FirmList>();
      expect(data.map(({ _id }) => _id)).toEqual(query.includes('search') ? [] : [own.id]);
    }
    expect(await test.call(`GET /firms?firm=${other.id}`, { token })).toAnswer(400);
  },
);

it('adds a firm with its domains in lower case and the type Call, and reads it back', async () => {
  const reply = await create({
    name: '  Nkosi & Partners ',
    domains: ['NKOSI-partners.co.za', '', 'nkosi.africa'],
    logo: 'null',
  });
  expect(reply).toAnswer(201);
  const { data } = reply.json<FirmReply>();
  expect(data).toEqual({
    _id: data._id,
    name: 'Nkosi & Partners',
    domains: ['nkosi-partners.co.za', 'nkosi.africa'],
    logo: null,
    admin: null,
    version: 1,
  });
  expect((await read(data._id)).json()).toEqual({ data });
  const types = await test.listRows('disbursementTypes', { firmId: data._id });
  expect(types).toMatchObject([{ title: 'Call', calculated: true, fixed: false, active: true }]);
});

it.each([
  [{ name: undefined }, 'name', 'Firm name is required'],
  [{ name: ' ' }, 'name', 'Firm name is required'],
  [{ name: 'Nkos' }, 'name', 'Name must be at least 5 characters long.'],
  [{ name: 'x'.repeat(101) }, 'name', 'Name must not be more than 100 characters long.'],
  [{ domains: undefined }, 'domains', 'Domain is required'],
  [{ domains: [] }, 'domains.0', 'Domain is required'],
  [{ domains: ['', 'second.co.za'] }, 'domains.0', 'Domain is required'],
  [{ domains: ['no domain'] }, 'domains.0', 'Please enter valid domain (for ex: lawfirm.co.za)'],
  [
    { domains: ['https://nkosi.co.za'] },
    'domains.0',
    'Please enter valid domain (for ex: lawfirm.co.za)',
  ],
  [
    { domains: ['first.co.za', '-x.co.za'] },
    'domains.1',
    'Please enter valid domain (for ex: lawfirm.co.za)',
  ],
  [{ domains: ['co.za'] }, 'domains.0', 'Invalid Domain'],
  [{ domains: ['first.co.za', null, 'FIRST.co.za'] }, 'domains.2', 'This domain is given twice.'],
  [
    { domains: ['a.co.za', 'b.co.za', 'c.co.za', 'd.co.za'] },
    'domains',
    'A firm has at most 3 domains.',
  ],
  [
    { logo: 'data:image/png;base64,AAAA' },
    'logo',
    'The logo must be a JPEG picture (.jpg or .jpeg).',
  ],
  [
    { logo: `data:image/jpeg;base64,${'A'.repeat(3 * 1024 * 1024)}` },
    'logo',
    'The logo must not be larger than 2 MB.',
  ],
  [
    { logo: 'data:image/jpeg;base64,AAAA' },
    'logo',
    'The logo must be a JPEG picture (.jpg or .jpeg). This file is not one, or it is damaged.',
  ],
  [{ admin: missing }, 'admin', 'This field is not known here.'],
])('rejects %j: %s shows %s', async (more, field, message) => {
  expect(await create(newFirm(more))).toAnswer(400, {
    code: 'invalid_input',
    fields: { [field]: message },
  });
});

it('rejects more than its limit unread', async () => {
  const reply = await create(
    newFirm({ logo: `data:image/jpeg;base64,${'A'.repeat(4 * 1024 * 1024)}` }),
  );
  expect(reply).toAnswer(413);
});

it('changes the sent fields and keeps the others', async () => {
  const firm = await created(newFirm());
  const reply = await change(firm._id, {
    _id: firm._id.toUpperCase(),
    name: 'Mokoena and Daughters',
    logo: '',
    admin: null,
  });
  expect(reply.json<FirmReply>().data).toEqual({
    ...firm,
    name: 'Mokoena and Daughters',
    version: 2,
  });
  const same = await change(firm._id, { name: 'Mokoena and Daughters' });
  expect(same.json<FirmReply>().data.version).toBe(2);
});

it('rejects a body that is of another firm, and one that changes nothing', async () => {
  const firm = await created(newFirm());
  expect(await change(firm._id, { _id: missing, name: 'Mokoena and Daughters' })).toAnswer(400, {
    code: 'invalid_input',
    fields: { _id: 'Must be the id of the address.' },
  });
  for (const body of [undefined, {}, { _id: firm._id }, { version: 1 }]) {
    expect(await test.call(`PUT /firms/${firm._id}`, { token: ctx.system, body })).toAnswer(400, {
      message: 'Give at least one of name, domains, logo and admin.',
    });
  }
  expect((await read(firm._id)).json<FirmReply>().data).toEqual(firm);
});

it('accepts one of two changes of one version', async () => {
  const firm = await created(newFirm());
  const replies = await Promise.all(
    ['First Name', 'Second Name'].map((name) => change(firm._id, { name, version: 1 })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await change(firm._id, { name: 'Third Name', version: 1 })).toAnswer({
    code: 'changed_meanwhile',
  });
});

it('audits actor, address and values before and after', async () => {
  const firm = await created(newFirm({ domains: ['audited-firm.co.za'] }));
  await change(firm._id, {
    name: 'Mokoena and Daughters',
    domains: ['audited-firm.co.za', 'audited.legal'],
  });
  await change(firm._id, { name: 'Mokoena and Daughters' });
  expect(await auditOf(firm._id)).toMatchObject([
    {
      action: 'firm.created',
      firmId: firm._id,
      address: '127.0.0.1',
      at: test.clock.now(),
      requestId: expect.any(String),
    },
    {
      action: 'firm.updated',
      details: {
        name: ['Mokoena Incorporated', 'Mokoena and Daughters'],
        domains: [['audited-firm.co.za'], ['audited-firm.co.za', 'audited.legal']],
      },
    },
  ]);
});

it('rejects a mail provider’s domain with a message, and reports all wrong domains', async () => {
  const reply = await create(newFirm({ domains: ['', 'no domain', 'GMail.com'] }));
  expect(reply).toAnswer({
    fields: {
      'domains.0': 'Domain is required',
      'domains.1': 'Please enter valid domain (for ex: lawfirm.co.za)',
      'domains.2': "gmail.com is a public email domain. Enter the firm's own domain.",
    },
  });
});

describe('domains', () => {
  it('belong to one firm; the other is not named', async () => {
    const other = await test.aFirm({ name: 'The Other Firm' });
    const firm = await created(newFirm());
    const makes = await create(
      newFirm({ domains: ['fresh-domain.co.za', other.domain.toUpperCase()] }),
    );
    const changes = await change(firm._id, { domains: [...firm.domains, other.domain] });
    for (const reply of [makes, changes]) {
      expect(reply).toAnswer(409, {
        code: 'conflict',
        fields: { 'domains.1': expect.stringContaining(other.domain) },
      });
      expect(reply.body).not.toContain('The Other Firm');
    }
    expect((await read(firm._id)).json<FirmReply>().data).toEqual(firm);
  });

  it('go to one of two firms that add one at the same moment', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => create(newFirm({ domains: ['wanted-by-many.co.za'] }))),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409,
    ]);
    expect((await test.listRows('firmDomains', { domain: 'wanted-by-many.co.za' })).length).toBe(1);
  });

  it('stay while a user signs in with them, and are removable afterwards', async () => {
    const firm = await created(newFirm({ domains: ['kept-by-firm.co.za', 'given-up.co.za'] }));
    const giveUp = async () => change(firm._id, { domains: ['kept-by-firm.co.za'] });
    const here = { id: firm._id, domain: 'given-up.co.za' };
    await test.aUser({ firm: here, email: 'left@given-up.co.za', status: userStatus.inactive });
    await test.aUser({ firm: here, email: 'zodwa@given-up.co.za' });
    // The domain was another firm's before.
    await test.aUser({ email: 'aaa@given-up.co.za' });
    const one = await giveUp();
    const sentence =
      'The domain given-up.co.za is in use: zodwa@given-up.co.za signs in with it. ' +
      'Change their email or make them inactive first.';
    expect([one.statusCode, one.json()]).toEqual([
      409,
      { code: 'conflict', message: sentence, fields: { 'domains.1': sentence } },
    ]);
    await test.aUser({ firm: here, email: 'busi@given-up.co.za' });
    expect((await giveUp()).json<{ message: string }>().message).toContain(
      'busi@given-up.co.za and 1 more of this firm sign in with it.',
    );
    await test.updateRows('users', { firmId: firm._id }, { status: userStatus.inactive });
    expect((await giveUp()).json<FirmReply>().data.domains).toEqual(['kept-by-firm.co.za']);
  });

  it('may change places and leave', async () => {
    const firm = await created(
      newFirm({ domains: ['one-of-three.co.za', 'two-of-three.co.za', 'three-of-three.co.za'] }),
    );
    const reply = await change(firm._id, {
      domains: ['three-of-three.co.za', 'one-of-three.co.za'],
    });
    expect(reply.json<FirmReply>().data.domains).toEqual([
      'three-of-three.co.za',
      'one-of-three.co.za',
    ]);
  });
});
