import { allEndpoints } from '@recoup/contract/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../app.ts';

/** Replies hold no field that the reader's role has no use for. */
const test = useApp();
const tokens = { attorney: '', admin: '', system: '' };
const ids = { firm: '', attorney: '', entry: '', type: '' };
const cells = { own: '0825550901', admin: '0825550902', colleague: '0825550903' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm, cell: cells.own });
  const admin = await test.anAdmin({ firm, cell: cells.admin });
  await test.aUser({ firm, cell: cells.colleague });
  await test.updateRows('firms', { id: firm.id }, { adminId: admin.id });
  const [type, matter] = [await test.aDisbursementType(firm), await test.aMatter(firm)];
  await test.assignTypes(firm);
  await test.callFees({ firm, attorney, type }, { upTo: { 5: 3300 } });
  const entry = await test.anEntry({ firm, attorney, matter, type });
  for (const [name, { id }] of Object.entries({ firm, attorney, entry, type }))
    Object.assign(ids, { [name]: id });
  tokens.attorney = await test.signIn(attorney);
  tokens.admin = await test.signIn(admin);
  tokens.system = await test.signInAs({ firm: null });
});

const reads = Object.values(allEndpoints).filter(({ method }) => method === 'GET');

it('reads something by most of the calls', () => {
  expect(reads.length).toBeGreaterThan(12);
});

it.each(reads.map(({ path }) => path))(
  'shows an attorney the own cell alone by GET %s',
  async (path) => {
    const subjects = [ids.firm, ids.attorney, ids.entry, ids.type];
    for (const id of path.includes('{') ? subjects : ['']) {
      const { body } = await test.call(`GET ${path.replace(/\{\w+\}/, id)}`, {
        token: tokens.attorney,
      });
      expect(body).not.toContain(cells.admin);
      expect(body).not.toContain(cells.colleague);
    }
  },
);

it('shows the firm admin and the system admin the cell that their forms hold', async () => {
  for (const token of [tokens.admin, tokens.system]) {
    expect(await test.call(`GET /firms/${ids.firm}`, { token })).toAnswer({
      data: { admin: { cell: cells.admin } },
    });
  }
  expect(await test.call(`GET /firms/${ids.firm}`, { token: tokens.attorney })).toAnswer({
    data: { admin: { email: /@/, status: 2 } },
  });
});

it('shows an attorney’s types and call fees to firm admins, not to system admins', async () => {
  const read = async (token: string) => test.data<object>(`GET /users/${ids.attorney}`, { token });
  const types = [{ _id: ids.type }];
  expect(await read(tokens.admin)).toMatchObject({
    disbursementTypes: types,
    callFees: [{ charges: 33 }],
  });
  expect(await read(tokens.system)).toMatchObject({
    cell: cells.own,
    disbursementTypes: [],
    callFees: [],
  });
  const list = async (token: string) =>
    test.data<object[]>(`GET /users?role=0&firm=${ids.firm}`, { token });
  expect(await list(tokens.admin)).toMatchObject([
    { disbursementTypes: types },
    { disbursementTypes: types },
  ]);
  expect(await list(tokens.system)).toMatchObject([
    { disbursementTypes: [] },
    { disbursementTypes: [] },
  ]);
});

it('shows the end of a first sign-in only to users who can renew it', async () => {
  type Until = { firstSignInUntil?: string | null };
  const ofAdmin = async (token: string) =>
    (await test.data<{ admin: Until }>(`GET /firms/${ids.firm}`, { token })).admin.firstSignInUntil;
  const ofAttorney = async () =>
    (await test.data<Until>(`GET /users/${ids.attorney}`, { token: tokens.admin }))
      .firstSignInUntil;
  const all = async () => [
    await ofAdmin(tokens.system),
    await ofAdmin(tokens.admin),
    await ofAdmin(tokens.attorney),
    await ofAttorney(),
  ];
  expect(await all()).toEqual([null, null, undefined, null]);
  await test.updateRows('users', { firmId: ids.firm }, { passwordResetRequired: true });
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(await all()).toEqual([day, day, undefined, day]);
});
