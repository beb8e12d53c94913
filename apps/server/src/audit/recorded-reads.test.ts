import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { allEndpoints } from '@recoup/contract/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aBusyFirm } from '../../test/busy-firm.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';
const busy = preparedBy(beforeAll, async () => aBusyFirm(test, 'Alpha'));

async function newest(count = 1): Promise<AuditLine[]> {
  const reply = await test.call(`GET /audit?itemsPerPage=${count}`, { token: busy().admin.token });
  return reply.json<{ data: AuditLine[] }>().data;
}

function endpointOf(name: string): { method: string; path: string } {
  const endpoint = allEndpoints[name];
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  return endpoint;
}

type Sent = [endpoint: string, path: () => string, accept: string, line: Partial<AuditLine>];
const [csv, pdf, zip] = ['text/csv', 'application/pdf', 'application/zip'];
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const one = (action: AuditLine['action']) => ({ action, rows: 1 });
const sent = one('export.sent');

/** One for each endpoint that makes files, and for each of their kinds. */
const files: readonly Sent[] = [
  ['listEntries', () => 'entries', csv, one('list.exported')],
  ['listMatters', () => 'matters', csv, one('list.exported')],
  ['getRateMatrix', () => 'rate-matrix', csv, one('list.exported')],
  ['listAudit', () => 'audit', csv, { action: 'list.exported', rows: expect.any(Number) }],
  ['download', () => 'download?profile=people', csv, one('export.downloaded')],
  ['getExportFile', () => `exports/${busy().exportId}/file`, csv, sent],
  ['getExportFile', () => `exports/${busy().exportId}/file`, 'application/json', sent],
  ['getExportFile', () => `exports/${busy().exportId}/file`, xlsx, sent],
  ['getExportFile', () => `exports/${busy().exportId}/file?layout=${busy().layoutId}`, csv, sent],
  ['getVoucher', () => `vouchers/${busy().voucherId}`, '*/*', one('voucher.sent')],
  [
    'getTaxationPackFile',
    () => `taxation-packs/${busy().packId}/file`,
    zip,
    one('taxation-pack.sent'),
  ],
  ['getMatterLabels', () => 'matter-labels', pdf, one('labels.sent')],
  ['getFeeAnnexure', () => `users/${busy().attorney.id}/fee-annexure`, pdf, one('annexure.sent')],
  ['getFeeAnnexures', () => 'fee-annexures', pdf, { action: 'annexures.sent', rows: 2 }],
  ['getStatement', () => `matters/${busy().matter.id}/statement`, pdf, one('statement.sent')],
  ['getStatements', () => 'statements', zip, one('statements.sent')],
];

it.each(files)('records what %s sends (%#)', async (endpoint, path, accept, line) => {
  const { method, path: declared } = endpointOf(endpoint);
  const root = declared.replaceAll(/\/?\{\w+\}/g, '').split('/')[1] ?? '';
  expect(path()).toMatch(new RegExp(`^${root}`));
  const reply = await test.call(`${method} /${path()}`, {
    token: busy().admin.token,
    headers: { accept },
  });
  expect(reply).toAnswer(200);
  expect((await newest())[0]).toMatchObject({ ...line, outcome: 'done', actorKind: 'user' });
});

it('knows every endpoint that makes files', () => {
  // A pack of sums, and a template without anything of the firm.
  const others = ['getIncidentPack', 'getCallSourceTemplate'];
  const producing = Object.entries(allEndpoints)
    .filter(([name, { produces }]) => produces !== undefined && !others.includes(name))
    .map(([name]) => name);
  expect(producing.filter((name) => !files.some(([endpoint]) => endpoint === name))).toEqual([]);
});

it('records to whom a mail goes, and with how many lines', async () => {
  const [line] = await test.data<AuditLine[]>('GET /audit?action=mail.queued', {
    token: busy().admin.token,
  });
  expect(line).toMatchObject({
    rows: 1,
    subject: { label: expect.stringContaining('bookkeeper@') },
  });
});

it('records sign-ins and sign-outs with their session', async () => {
  const { firm } = busy();
  const user = await test.aUser({ firm: await firmOf(firm.id), password });
  const reply = await test.call('POST /logon', { body: { email: user.email, password } });
  const { token } = reply.json<{ token: string }>();
  await test.call('POST /logout', { token });
  const [out, signIn] = await newest(2);
  expect([signIn?.action, out?.action]).toEqual(['user.signed-in', 'user.signed-out']);
  expect(signIn).toMatchObject({
    actor: { _id: user.id },
    agent: 'lightMyRequest',
    address: '127.0.0.1',
  });
  expect(signIn?.session).toBe(out?.session);
});

async function firmOf(id: string): Promise<{ id: string; domain: string }> {
  const { domain } = await test.getRow('firmDomains', { firmId: id }, ['domain']);
  return { id, domain };
}

const refused = async () => {
  await test.sms();
  return (
    await test.call('GET /audit?action=request.refused', { token: busy().admin.token })
  ).json<{ data: AuditLine[]; count: number }>();
};

it('records refused requests of a session once a minute', async () => {
  const attempt = async () => test.call('GET /exports', { token: busy().attorney.token });
  for (let times = 0; times < 5; times += 1) expect((await attempt()).statusCode).toBe(403);
  const { data, count } = await refused();
  expect([count, data[0]?.outcome, data[0]?.sentence]).toEqual([
    1,
    'refused',
    'Tried a request without the right to it: GET /exports',
  ]);
  test.clock.advance(61_000);
  await attempt();
  expect((await refused()).count).toBe(2);
});

it('records a wrong password for a protected change', async () => {
  const reply = await test.call(`PUT /users/update-password/${busy().admin.id}`, {
    token: busy().admin.token,
    body: {
      _id: busy().admin.id,
      oldPassword: 'not-it',
      newPassword: 'another-long-river-1',
      repeatPassword: 'another-long-river-1',
    },
  });
  expect(reply).toAnswer(400);
  expect((await newest())[0]).toMatchObject({
    action: 'user.reauthentication-failed',
    outcome: 'refused',
  });
});

it('counts the pages of lists that a session reads, and writes one line when it ends', async () => {
  const process = await test.anotherProcess();
  const read = async (path: string) =>
    process.inject({
      url: `/core/api/${path}`,
      headers: { authorization: `Bearer ${busy().attorney.token}` },
    });
  for (const page of [1, 2, 1]) expect((await read(`entries?page=${page}`)).statusCode).toBe(200);
  await read('matters');
  await process.close();
  const lines = await test.data<AuditLine[]>('GET /audit?action=list.read', {
    token: busy().admin.token,
  });
  expect(lines.map(({ sentence, rows }) => [sentence, rows])).toEqual(
    expect.arrayContaining([
      ['Read 1 rows of matters (pages: 1)', 1],
      ['Read 2 rows of entries (pages: 2)', 2],
    ]),
  );
});

it('counts the pages that a system admin reads, too', async () => {
  const process = await test.anotherProcess();
  const token = await test.signInAs({ firm: null });
  const reply = await process.inject({
    url: '/core/api/users',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply).toAnswer(200);
  await process.close();
  const lines = await test.data<AuditLine[]>('GET /audit?action=list.read', { token });
  expect(lines.find(({ firm }) => firm === null)).toMatchObject({
    action: 'list.read',
    rows: reply.json<{ data: unknown[] }>().data.length,
  });
});
