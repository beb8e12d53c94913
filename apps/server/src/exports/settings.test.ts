import type { ExportSettings } from '@recoup/contract/exports/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { admin: '', otherAdmin: '', adminId: '', firmId: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const admin = await test.anAdmin({ firm });
  await test.anEntry({ firm, attorney });
  Object.assign(ctx, { adminId: admin.id, firmId: firm.id });
  ctx.admin = await test.signIn(admin);
  ctx.otherAdmin = await test.signInAdmin();
});

it.each(['', '|', ',,', null])('rejects %j as a delimiter', async (csvDelimiter) => {
  expect(await save(csvDelimiter, ctx.admin)).toAnswer(400, {
    fields: { csvDelimiter: 'Must be a comma or a semicolon.' },
  });
});

it('writes the CSV for South African spreadsheets by default, for systems unchanged', async () => {
  const data = await test.data<ExportSettings>('GET /export-settings', { token: ctx.admin });
  expect(data).toEqual({
    csvDelimiter: ';',
    isChosen: false,
    mailProfile: 'systems',
    bouncesTo: 'recoup@recoup.test',
  });
  const accept = { token: ctx.admin, headers: { accept: 'text/csv' } };
  expect((await test.call('GET /download?profile=people', accept)).body).toMatch(
    /^\uFEFFDate;Matter Number;.*\r\n.*;10,00;/,
  );
  for (const query of ['', '?profile=systems']) {
    expect((await test.call(`GET /download${query}`, accept)).body).toMatch(
      /^Date,Matter Number,.*\r\n.*,10\.00,/,
    );
    const reply = await test.call(`GET /download${query}`, { token: ctx.admin });
    expect(reply.json<{ data: { fileContent: string } }>().data.fileContent).toMatch(
      /^Date,Matter Number,.*\r\n.*,10\.00,/,
    );
  }
  expect((await test.call('GET /matters', accept)).body).toMatch(/^\uFEFFMatter Number,/);
});

it('saves a firm’s delimiter, writes CSV with it, and audits each change once', async () => {
  expect(await storedSettings(ctx.admin)).toEqual([';', false]);
  for (let count = 0; count < 2; count += 1) {
    expect(await save(';', ctx.admin)).toAnswer(200, {
      data: { csvDelimiter: ';', isChosen: true, mailProfile: 'systems' },
    });
  }
  expect([await storedSettings(ctx.admin), await storedSettings(ctx.otherAdmin)]).toEqual([
    [';', true],
    [';', false],
  ]);
  const accept = { token: ctx.admin, headers: { accept: 'text/csv' } };
  expect((await test.call('GET /download?profile=people', accept)).body).toMatch(
    /^\uFEFFDate;Matter Number;.*\r\n.*;10,00;/,
  );
  expect((await test.call('GET /download', accept)).body).toMatch(
    /^Date,Matter Number,.*\r\n.*,10\.00,/,
  );
  expect((await test.call('GET /matters', accept)).body).toMatch(/^\uFEFFMatter Number;/);
  const audit = test.db
    .selectFrom('auditLog')
    .where('subjectId', '=', ctx.firmId)
    .select(['action', 'actorId', 'details']);
  expect(await audit.execute()).toEqual([
    { action: 'firm.updated', actorId: ctx.adminId, details: { csvDelimiter: [null, ';'] } },
  ]);
});

it('writes a comma for a firm that chose it, and rejects another profile for mails', async () => {
  expect(await save(',', ctx.otherAdmin)).toAnswer(200);
  expect(await storedSettings(ctx.otherAdmin)).toEqual([',', true]);
  const body = { csvDelimiter: ',', mailProfile: 'pretty' };
  expect(await test.call('PUT /export-settings', { token: ctx.otherAdmin, body })).toAnswer({
    fields: { mailProfile: 'Must be systems or people.' },
  });
});

it('keeps which CSV is mailed where only the delimiter is chosen', async () => {
  const chosen = { csvDelimiter: ',', mailProfile: 'people' };
  await test.call('PUT /export-settings', { token: ctx.otherAdmin, body: chosen });
  expect(await save(';', ctx.otherAdmin)).toAnswer({
    data: { csvDelimiter: ';', mailProfile: 'people' },
  });
});

async function storedSettings(token: string): Promise<[string, boolean]> {
  const { csvDelimiter, isChosen } = await test.data<ExportSettings>('GET /export-settings', {
    token,
  });
  return [csvDelimiter, isChosen];
}

function save(csvDelimiter: unknown, token: string | undefined) {
  return test.call('PUT /export-settings', { token, body: { csvDelimiter } });
}
