import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();
const ctx = { firm: '', admin: '', attorney: '', matter: '' };
const token = { admin: '', system: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, name: 'Lerato Admin' });
  const attorney = await test.aUser({ firm, name: 'Thabo Attorney' });
  const matter = await test.aMatter(firm, { description: 'Estate of the late Botha' });
  Object.assign(ctx, { firm: firm.id, admin: admin.id, attorney: attorney.id, matter: matter.id });
  token.admin = await test.signIn(admin);
  await put(`users/${attorney.id}`, { name: 'Thabo Mokoena' });
  test.clock.advance(24 * 3_600_000);
  token.admin = await test.signIn(admin);
  token.system = await test.signInAs({ firm: null });
  await put(`matters/${matter.id}`, { cap: 5000 });
  await put('firm-settings', { reminders: { hour: 11 } });
});

async function put(path: string, body: object): Promise<void> {
  const reply = await test.call(`PUT /${path}`, { token: token.admin, body });
  expect([path, reply.statusCode, reply.body.slice(0, 200)]).toEqual([
    path,
    200,
    reply.body.slice(0, 200),
  ]);
}

type Reply = { data: AuditLine[]; count: number; isCountExact: boolean };

async function list(query: string, as = token.admin): Promise<Reply> {
  const reply = await test.call(`GET /audit?${query}`, { token: as });
  expect(reply).toAnswer(200);
  return reply.json<Reply>();
}

async function actionsOf(query: string, as?: string): Promise<string[]> {
  return (await list(query, as)).data.map(({ action }) => action);
}

it('shows who did what, to what, from where, newest first', async () => {
  const { data, count, isCountExact } = await list('itemsPerPage=3');
  expect(data.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^Changed reminders hour of the firm /),
    expect.stringMatching(/^Changed cap of the matter .*Estate of the late Botha$/),
    'Changed name of Thabo Mokoena',
  ]);
  expect([count, isCountExact]).toEqual([data.length, true]);
  expect(data[2]).toMatchObject({
    actor: { _id: ctx.admin, name: 'Lerato Admin' },
    actorKind: 'user',
    subject: { kind: 'user', _id: ctx.attorney, label: 'Thabo Mokoena' },
    outcome: 'done',
    changes: [{ field: 'name', before: 'Thabo Attorney', after: 'Thabo Mokoena' }],
    hash: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

it.each([
  ['from=2026-03-19', ['firm.updated', 'matter.updated']],
  ['to=2026-03-18', ['user.updated']],
  ['action=user.updated', ['user.updated']],
  ['group=people', ['user.updated']],
  ['group=settings', ['firm.updated']],
  ['group=matters&q=botha', ['matter.updated']],
  ['group=reads', []],
  ['reads=false', ['firm.updated', 'matter.updated', 'user.updated']],
  ['q=botha', ['matter.updated']],
  ['q=MOKOENA', ['user.updated']],
  ['q=of%20the%20matter', ['matter.updated']],
  ['q=%25', []],
  ['q=nothing%20at%20all', []],
  ['address=192.0.2.77', []],
  ['q=lerato&to=2026-03-18', ['user.updated']],
  ['itemsPerPage=1&page=2', ['matter.updated']],
  ['itemsPerPage=1&page=9', []],
])('filters by %s', async (query, actions) => {
  expect(await actionsOf(query)).toEqual(actions);
});

it('filters by person, subject and session, also of a history', async () => {
  expect(await actionsOf(`subject=${ctx.matter}`)).toEqual(['matter.updated']);
  expect(await actionsOf(`subject=${ctx.attorney}`)).toEqual(['user.updated']);
  expect((await list(`actor=${ctx.admin}`)).count).toBe(3);
  const session = (await list('')).data[0]?.session ?? '';
  expect((await list(`session=${session}`)).count).toBe(2);
  expect(await actionsOf(`actor=${ctx.attorney}`)).toEqual([]);
});

it('counts all matches on each page', async () => {
  expect(await list('itemsPerPage=1&page=9')).toMatchObject({ count: 3, isCountExact: true });
});

it.each([
  ['from=2026-13-01', 400],
  ['from=2026-03-02&to=2026-03-01', 400],
  ['actor=x', 400],
  ['group=x', 400],
  ['reads=x', 400],
  ['partsOf=x', 400],
  ['itemsPerPage=101', 400],
  ['unknown=1', 400],
])('rejects %s', async (query, status) => {
  expect(await test.call(`GET /audit?${query}`, { token: token.admin })).toAnswer(status);
});

it('shows the system admin all firms, but nothing of their work', async () => {
  const { data: all } = await list(`firm=${ctx.firm}`, token.system);
  const data = all.filter(({ outcome }) => outcome === 'done');
  expect(data.map(({ action }) => action)).toEqual([
    'firm.updated',
    'matter.updated',
    'user.updated',
  ]);
  expect(data[1]).toMatchObject({ subject: null, changes: [] });
  expect(JSON.stringify(data)).not.toContain('Botha');
  expect(await actionsOf(`firm=${ctx.firm}&q=botha`, token.system)).toEqual([]);
  expect(await actionsOf(`firm=${ctx.firm}&q=mokoena`, token.system)).toContain('user.updated');
});

it('sends all that match as CSV, which is itself a line of the log', async () => {
  await put(`users/${ctx.attorney}`, { name: '=HYPERLINK("x")' });
  const reply = await test.call('GET /audit?itemsPerPage=1&action=user.updated', {
    token: token.admin,
    headers: { accept: 'text/csv' },
  });
  expect(reply).toAnswer(200);
  const lines = reply.body.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^South African time,Firm,Who,/);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  const [newest] = (await list('itemsPerPage=1')).data;
  expect(newest).toMatchObject({ action: 'list.exported', rows: 2, changes: expect.any(Array) });
  expect(newest?.sentence).toBe('Downloaded the list of audit with 2 rows');
});

it('sends the oldest line too, and the line about the file in the next one alone', async () => {
  const { data } = await list('itemsPerPage=100');
  const csv = await test.call('GET /audit', {
    token: token.admin,
    headers: { accept: 'text/csv' },
  });
  const hashes = csv.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));
  expect(hashes).toEqual(data.map(({ hash }) => hash));
});

it('names a system admin, whom the firm cannot see, by the role', async () => {
  const { statusCode } = await test.call(`DELETE /users/${ctx.admin}/sessions`, {
    token: token.system,
  });
  expect(statusCode).toBe(200);
  const again = await test.signIn({ id: ctx.admin });
  const [line] = (await list('action=user.sessions-ended', again)).data;
  expect(line?.actor).toEqual({ _id: expect.any(String), name: 'System administrator' });
});
