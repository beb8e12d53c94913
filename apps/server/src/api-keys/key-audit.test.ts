import type { AuditLine, IncidentPack } from '@recoup/contract/audit/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { keyRequests } from '../../test/api-keys.ts';
import { useApp } from '../../test/app.ts';
import { preparedBy } from '../../test/prepared.ts';
import { aBusyFirm } from '../../test/busy-firm.ts';

const test = useApp();
const { make, ask } = keyRequests(test);
const ctx: { nightly: { _id: string; key: string } } = { nightly: { _id: '', key: '' } };
const busy = preparedBy(beforeAll, async () => aBusyFirm(test, 'Alpha'));

beforeAll(async () => {
  const scopes = ['read', 'capture', 'import'];
  ctx.nightly = await make(busy().admin.token, { name: 'NIGHTLY IMPORT', scopes });
});

async function linesOf(query: string): Promise<AuditLine[]> {
  await test.sms();
  const reply = await test.call(`GET /audit?${query}`, { token: busy().admin.token });
  expect(reply).toAnswer(200);
  return reply.json<{ data: AuditLine[] }>().data;
}

/** What every line of the key says of who acted. */
const byKey = () => ({
  actor: { _id: busy().admin.id, name: 'Admin Alpha' },
  actorKind: 'key',
  key: 'NIGHTLY IMPORT',
  session: ctx.nightly._id,
  agent: 'lightMyRequest',
  address: '127.0.0.1',
});

const recordEntry = async () => {
  const { attorney, matter, type } = busy();
  const entry = {
    attorney: attorney.id,
    matter: matter.id,
    disbursementType: type.id,
    date: '2026-03-10',
    minutes: 4,
  };
  return ask(ctx.nightly.key, 'POST /entries', entry);
};

it('names the admin who made and deleted a key', async () => {
  const { _id } = await make(busy().admin.token, { name: 'Short-lived', scopes: ['read'] });
  await test.call(`DELETE /api-keys/${_id}`, { token: busy().admin.token });
  expect(await linesOf(`subject=${_id}`)).toMatchObject([
    { action: 'api-key.deleted', sentence: 'Deleted the API key Short-lived', actorKind: 'user' },
    { action: 'api-key.created', sentence: 'Made the API key Short-lived', key: null },
  ]);
});

it('names the key beside the admin in the line of a change', async () => {
  expect(await recordEntry()).toBe(201);
  expect((await linesOf('action=entry.recorded'))[0]).toMatchObject({
    ...byKey(),
    outcome: 'done',
  });
});

it('names the key in the line of a refusal', async () => {
  for (let times = 0; times < 3; times += 1)
    expect(await ask(ctx.nightly.key, 'POST /exports')).toBe('forbidden');
  const lines = await linesOf('action=request.refused');
  expect(lines).toMatchObject([
    {
      ...byKey(),
      outcome: 'refused',
      sentence: 'Tried a request without the right to it: POST /exports',
    },
  ]);
});

it('counts the pages of lists that a key reads', async () => {
  const process = await test.anotherProcess();
  for (const url of ['/core/api/matters', '/core/api/matters?page=2'])
    await process.inject({ url, headers: { authorization: `Bearer ${ctx.nightly.key}` } });
  await process.close();
  expect(await linesOf('action=list.read')).toMatchObject([{ ...byKey(), rows: 1 }]);
});

it('finds the lines of a key by its id, in the incident pack too', async () => {
  const lines = await linesOf(`session=${ctx.nightly._id}`);
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines.map(({ key }) => key))).toEqual(new Set(['NIGHTLY IMPORT']));
  const path = `incident-pack?from=2026-03-01&to=2026-03-31&session=${ctx.nightly._id}`;
  const pack = await test.data<IncidentPack>(`GET /${path}`, { token: busy().admin.token });
  expect(JSON.stringify(pack.fields)).toContain('of the API key NIGHTLY IMPORT');
});

it('keeps the name of a deleted key, and writes it into files', async () => {
  await test.call(`DELETE /api-keys/${ctx.nightly._id}`, { token: busy().admin.token });
  expect((await linesOf('action=entry.recorded'))[0]).toMatchObject(byKey());
  const csv = await test.call('GET /audit?action=entry.recorded', {
    token: busy().admin.token,
    headers: { accept: 'text/csv' },
  });
  expect(csv.body).toContain('key NIGHTLY IMPORT of Admin Alpha,key,"Recorded an entry');
});
