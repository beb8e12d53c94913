import { role } from '@recoup/contract/access';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../../test/factories.ts';

const test = useApp();
const seen = { admin: '', attorney: '', system: '', otherAdmin: '', adminId: '', firmId: '' };

beforeAll(async () => {
  const firm = await aFirm(test.db);
  const attorney = await aUser(test.db, { firm });
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
  await anEntry(test.db, { firm, attorney, matter: await aMatter(test.db, firm), type: await aDisbursementType(test.db, firm) });
  Object.assign(seen, { adminId: admin.id, firmId: firm.id });
  seen.admin = await test.signIn(admin);
  seen.attorney = await test.signIn(attorney);
  seen.system = await test.signIn(await aUser(test.db, { firm: null }));
  seen.otherAdmin = await test.signIn(await aUser(test.db, { role: role.attorneyAdmin }));
});

it.each([
  ['nobody', () => undefined, 401],
  ['an attorney', () => seen.attorney, 403],
  ['the system admin', () => seen.system, 403],
])('neither shows %s the delimiter nor lets them choose it', async (_, who, status) => {
  expect((await test.call('GET /export-settings', { token: who() })).statusCode).toBe(status);
  expect((await save(';', who())).statusCode).toBe(status);
});

it.each(['', '|', ',,', null])('refuses %j as a delimiter', async (csvDelimiter) => {
  const reply = await save(csvDelimiter, seen.admin);
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { fields: { csvDelimiter: 'Must be a comma or a semicolon.' } }]);
});

it('keeps the delimiter for the whole firm and no other, writes the CSV for people with it, and audits each change once', async () => {
  expect(await kept(seen.admin)).toBe(',');
  for (let count = 0; count < 2; count += 1) {
    const saved = await save(';', seen.admin);
    expect([saved.statusCode, saved.json()]).toEqual([200, { data: { csvDelimiter: ';' } }]);
  }
  expect([await kept(seen.admin), await kept(seen.otherAdmin)]).toEqual([';', ',']);
  const accept = { token: seen.admin, headers: { accept: 'text/csv' } };
  expect((await test.call('GET /download?profile=people', accept)).body).toMatch(/^\uFEFFDate;Matter Number;.*\r\n.*;10,00;/);
  expect((await test.call('GET /download', accept)).body).toMatch(/^Date,Matter Number,.*\r\n.*,10\.00,/);
  const audit = test.db.selectFrom('auditLog').where('subjectId', '=', seen.firmId).select(['action', 'actorId', 'details']);
  expect(await audit.execute()).toEqual([{ action: 'firm.updated', actorId: seen.adminId, details: { csvDelimiter: [',', ';'] } }]);
});

async function kept(token: string): Promise<string> {
  return (await test.call('GET /export-settings', { token })).json<{ data: { csvDelimiter: string } }>().data.csvDelimiter;
}

function save(csvDelimiter: unknown, token: string | undefined) {
  return test.call('PUT /export-settings', { token, body: { csvDelimiter } });
}
