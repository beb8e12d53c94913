import { createServer, type Server } from 'node:net';
import type { SftpTest } from '@recoup/contract/hand-over/sftp-endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { portOf } from '../../../test/raw-http.ts';
import { type SftpSink, startSftp } from '../../../test/sftp-server.ts';
import { newHostKeys } from '../../../test/ssh-keys.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const ctx: { sink?: SftpSink; token: string } = { token: '' };

beforeAll(async () => {
  ctx.sink = await startSftp();
  const firm = await test.aFirm();
  ctx.token = await test.signIn(await test.anAdmin({ firm }));
});
afterAll(async () => ctx.sink?.close());

const sink = (): SftpSink => {
  if (!ctx.sink) throw new Error('the server runs inside of tests only');
  return ctx.sink;
};

let count = 0;
const input = (value: object = {}) => ({
  name: `Ledger ${(count += 1)}`,
  host: '127.0.0.1',
  port: sink().port,
  user: 'recoup',
  password: 'a-secret-of-sftp',
  folder: '/in',
  ...value,
});
async function send(what: string, body?: object, token = ctx.token) {
  const reply = await test.call(what, { token, ...(body && { body }) });
  return { status: reply.statusCode, ...reply.json<{ data: never; message?: string }>() };
}
async function add(given: object = {}): Promise<string> {
  const { status, data } = await send('POST /sftp-servers', input(given));
  expect(status).toBe(201);
  return (data as { _id: string })._id; // of the contract
}
async function tryOut(id: string, body: object = {}): Promise<SftpTest> {
  const { status, data } = await send(`POST /sftp-servers/${id}/tests`, body);
  expect(status).toBe(200);
  return data;
}
async function addConfirmed(given: object = {}): Promise<string> {
  const id = await add(given);
  expect(await tryOut(id, { hostKey: sink().hostKey })).toMatchObject({ hostKey: sink().hostKey });
  return id;
}

describe('a test of a connection', () => {
  it('shows the host key first, and sends no password before it is confirmed', async () => {
    const before = sink().logins;
    const id = await add();
    const found = await tryOut(id);
    expect(found).toMatchObject({ isWorking: false, problem: 'host_key_unconfirmed' });
    expect(found.hostKey).toBe(sink().hostKey);
    expect(sink().logins).toBe(before);
    const other = `SHA256:${'A'.repeat(43)}`;
    expect(await tryOut(id, { hostKey: other })).toMatchObject({ problem: 'host_key_changed' });
    expect(sink().logins).toBe(before);
    expect(await tryOut(id)).toMatchObject({ problem: 'host_key_unconfirmed' });
  });

  it('reads a part of a list without end', async () => {
    for (let file = 0; file < 200; file += 1) sink().files.set(`/in/${file}.txt`, Buffer.from(''));
    const id = await addConfirmed();
    sink().behave('lists without end');
    const found = await tryOut(id);
    sink().behave('takes');
    for (const path of sink().files.keys()) if (path.endsWith('.txt')) sink().files.delete(path);
    expect(found).toMatchObject({ isWorking: true, fileCount: null });
    expect(found.files).toHaveLength(10);
  });

  it('writes and removes a small file, and lists the folder', async () => {
    sink().files.set('/in/matters.csv', Buffer.from('a'));
    const id = await addConfirmed();
    expect(await tryOut(id)).toEqual({
      isWorking: true,
      problem: null,
      message: 'The connection works: a file was written into the folder and removed.',
      hostKey: sink().hostKey,
      canRead: true,
      canWrite: true,
      files: ['matters.csv'],
      fileCount: 1,
    });
    expect(sink().seen.at(-1)).toMatch(/^\/in\/\.recoup-test-\d+\.part$/);
    expect([...sink().files.keys()]).toEqual(['/in', '/in/matters.csv']);
  });

  it.each([
    ['a wrong password', { password: 'not-the-secret' }, 'login_refused'],
    ['a folder that is missing', { folder: '/out' }, 'folder_missing'],
    ['a key that is none', { password: undefined, privateKey: 'no key' }, 'key_unreadable'],
  ])('says what failed: %s', async (_, given, problem) => {
    const found = await tryOut(await add(given), { hostKey: sink().hostKey });
    expect(found).toMatchObject({ isWorking: false, problem });
  });

  it.each([
    ['a private network', '10.0.0.1', 'not_allowed'],
    ['the metadata of a cloud', '169.254.169.254', 'not_allowed'],
    ['a name that does not exist', 'sftp.invalid', 'unknown_host'],
  ])('does not connect to %s', async (_, host, problem) => {
    expect(await tryOut(await add({ host }))).toMatchObject({ problem, hostKey: null });
  });

  it('says that nothing listens, or that it speaks no SSH', async () => {
    const web = createServer(
      (socket) => void socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    const port = await listen(web);
    expect(await tryOut(await add({ port }))).toMatchObject({ problem: 'not_ssh' });
    await new Promise((resolve) => web.close(resolve));
    expect(await tryOut(await add({ port }))).toMatchObject({ problem: 'refused' });
  });

  it('says that the folder cannot be written to, although it can be read', async () => {
    const id = await addConfirmed();
    sink().behave('refuses to write');
    expect(await tryOut(id)).toMatchObject({
      problem: 'not_writable',
      canRead: true,
      canWrite: false,
    });
    sink().behave('takes');
  });

  it('knows a server again that has gained a host key of another kind', async () => {
    const keys = newHostKeys(384);
    const before = await startSftp({ keys });
    const id = await add({ port: before.port });
    await tryOut(id, { hostKey: before.hostKey });
    await before.close();
    const after = await startSftp({ keys, moreKeys: [newHostKeys(256)], port: before.port });
    expect(await tryOut(id)).toMatchObject({ isWorking: true, hostKey: before.hostKey });
    await after.close();
  });

  it('sends nothing to a server that has other host keys alone, of two kinds', async () => {
    const before = await startSftp({ keys: newHostKeys(384) });
    const id = await add({ port: before.port });
    await tryOut(id, { hostKey: before.hostKey });
    await before.close();
    const keys = newHostKeys(384);
    const after = await startSftp({ keys, moreKeys: [newHostKeys(256)], port: before.port });
    expect(await tryOut(id)).toMatchObject({ problem: 'host_key_changed' });
    expect(after.logins).toBe(0);
    await after.close();
  });

  it.each([
    ['the password', ['Password: '], { isWorking: true }],
    ['a code beside it', ['Password: ', 'Code: '], { problem: 'login_refused' }],
    ['nothing', [], { problem: 'login_refused' }],
  ])('answers a server that asks for %s', async (_, asks, found) => {
    const server = await startSftp({ asks });
    const id = await add({ port: server.port });
    expect(await tryOut(id, { hostKey: server.hostKey })).toMatchObject(found);
    await server.close();
  });

  it('sends nothing to a server whose key has changed', async () => {
    const keys = newHostKeys();
    const first = await startSftp({ keys });
    const id = await add({ port: first.port });
    await tryOut(id, { hostKey: first.hostKey });
    await first.close();
    const second = await startSftp({ port: first.port });
    const found = await tryOut(id);
    expect(found).toMatchObject({ problem: 'host_key_changed', hostKey: second.hostKey });
    expect(second.logins).toBe(0);
    await second.close();
  });
});

describe('an SFTP server of a firm', () => {
  it('never sends its secret back, and keeps it encrypted', async () => {
    const id = await add();
    const { data } = await send('GET /sftp-servers');
    expect(JSON.stringify(data)).not.toMatch(/a-secret|sealed/i);
    const row = await test.getRow('sftpServers', { id });
    expect(row.sealedSecret.toString('latin1')).not.toContain('a-secret-of-sftp');
    const log = await test.listRows('auditLog', {}, ['details']);
    expect(JSON.stringify(log)).not.toContain('a-secret-of-sftp');
  });

  it('keeps its secret for the same server and user alone', async () => {
    const id = await addConfirmed();
    const { password: _, ...rest } = input({ folder: '/in/' });
    const changed = await send(`PUT /sftp-servers/${id}`, rest);
    expect(changed).toMatchObject({ status: 200, data: { hostKey: sink().hostKey } });
    expect(await tryOut(id)).toMatchObject({ isWorking: true });
    for (const other of [{ host: 'localhost' }, { port: 2022 }, { user: 'other' }])
      expect(await send(`PUT /sftp-servers/${id}`, { ...rest, ...other })).toMatchObject({
        status: 400,
        message: expect.stringContaining('again'),
      });
    const moved = { ...rest, host: 'localhost', password: 'a-secret-of-sftp' };
    expect(await send(`PUT /sftp-servers/${id}`, moved)).toMatchObject({ data: { hostKey: null } });
  });

  it('has a name of its own, and a firm has not many', async () => {
    const token = await test.signInAdmin();
    const server = input();
    const sent = await Promise.all([1, 2].map(() => send('POST /sftp-servers', server, token)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    for (let index = 1; index < 20; index += 1)
      expect((await send('POST /sftp-servers', input(), token)).status).toBe(201);
    expect(await send('POST /sftp-servers', input(), token)).toMatchObject({
      status: 409,
      message: 'A firm has at most 20 servers.',
    });
  });

  it.each([
    ['a web address', { host: 'sftp://example.com' }, 'host'],
    ['a port behind the name', { host: 'example.com:22' }, 'host'],
    ['port 0', { port: 0 }, 'port'],
    ['two secrets', { privateKey: 'a key' }, 'password'],
    ['no secret', { password: undefined }, 'password'],
  ])('rejects %s', async (_, given, field) => {
    const reply = await send('POST /sftp-servers', input(given));
    expect(reply).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
  });
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return portOf(server);
}
