import { newId } from '@recoup/contract/core/ids';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';

const test = useApp();
const password = 'lantern-harbour-quiet-7';
const ctx = { firm: '', admin: '', attorney: '', adminToken: '', operatorToken: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, password });
  const attorney = await test.aUser({ firm });
  await test.updateRows('firms', { id: firm.id }, { adminId: admin.id });
  const operator = await test.aUser({ firm: null });
  Object.assign(ctx, { firm: firm.id, admin: admin.id, attorney: attorney.id });
  Object.assign(ctx, {
    adminToken: await test.signIn(admin),
    operatorToken: await test.signIn(operator),
  });
});

type Change = [name: string, what: () => string, body: object, by?: 'adminToken' | 'operatorToken'];
const changes: readonly Change[] = [
  ['the export settings', () => '/export-settings', { csvDelimiter: ';' }],
  ['the settings of a firm', () => '/firm-settings', { reminders: { isOn: true } }],
  ['the name of a firm', () => `/firms/${ctx.firm}`, { name: 'Zulu Inc' }, 'operatorToken'],
  ['a user', () => `/users/${ctx.attorney}`, { name: 'Lerato Nkosi' }],
  ['the own profile', () => '/me', { name: 'Lerato Nkosi' }],
  [
    'the own cell number',
    () => `/users/update-cellnumber/${ctx.admin}`,
    { cellNumber: '+27 82 123 4567', password },
  ],
];

/** Otherwise two changes deadlock: each locks its row, then audits the other's firm. */
it.each(changes)(
  'changes %s while a line of the audit log that names the firm and its people is being written',
  async (_, what, body, by = 'adminToken') => {
    await test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('firms').select('id').forKeyShare().execute();
      await trx.selectFrom('users').select('id').forKeyShare().execute();
      expect(await test.call(`PUT ${what()}`, { token: ctx[by], body })).toAnswer(200);
    });
  },
);

it('lets no user join a firm while its domains are changed', async () => {
  const body = { domains: ['another-one.co.za'] };
  const operator = ctx.operatorToken;
  const late = {
    ...(await templateOf(ctx.attorney)),
    id: newId(),
    email: `late@${await domainOf(ctx.firm)}`,
  };
  const reply = await test.db.transaction().execute(async (joining) => {
    await joining
      .selectFrom('firms')
      .where('id', '=', ctx.firm)
      .select('id')
      .forKeyShare()
      .execute();
    const changing = test.call(`PUT /firms/${ctx.firm}`, { token: operator, body });
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    await joining.insertInto('users').values(late).execute();
    // Not to be awaited before this transaction ends.
    return () => changing;
  });
  expect(await reply()).toAnswer(409);
});

async function templateOf(id: string) {
  return test.getRow('users', { id });
}

async function domainOf(firmId: string): Promise<string> {
  return (await test.getRow('firmDomains', { firmId }, ['domain'])).domain;
}
