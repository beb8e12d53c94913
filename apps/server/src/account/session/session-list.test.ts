import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { password } from '../../../test/passwords.ts';
import { minutes } from '../../platform/core/clock.ts';
import { deviceName } from './own-sessions.ts';
import { createSession } from './sessions.service.ts';

const test = useApp();
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Listed = { _id: string; isCurrent: boolean; device: string; address: string | null };

async function list(token: string): Promise<Listed[]> {
  const reply = await test.call('GET /sessions', { token });
  expect(reply).toAnswer(200);
  return reply.json<{ data: Listed[] }>().data;
}

async function signIn(email: string, from: string, agent?: string): Promise<string> {
  const reply = await test.call('POST /logon', {
    body: { email, password },
    from,
    ...(agent !== undefined && { headers: { 'user-agent': agent } }),
  });
  return reply.json<{ token: string }>().token;
}

describe('the own sessions', () => {
  it('are listed with device, address and times, the latest first', async () => {
    const { email } = await test.aUser({ password });
    const start = test.clock.now();
    await signIn(email, '10.64.1.1', firefox);
    test.clock.advance(minutes(2));
    const token = await signIn(email, '10.64.1.2');
    expect(await list(token)).toEqual([
      {
        _id: expect.any(String),
        isCurrent: true,
        device: expect.any(String),
        address: '10.64.1.2',
        createdAt: test.clock.now().toISOString(),
        seenAt: test.clock.now().toISOString(),
      },
      expect.objectContaining({
        isCurrent: false,
        device: 'Firefox on Windows',
        address: '10.64.1.1',
        createdAt: start.toISOString(),
      }),
    ]);
  });

  it('leave out what is idle, too old, a reset grant or another user’s', async () => {
    const user = await test.aUser({ password });
    await test.signInAs();
    const at = (ago: number) => new Date(test.clock.now().getTime() - minutes(ago));
    await createSession(test.db, { userId: user.id, kind: 'full', now: at(30) });
    await createSession(test.db, { userId: user.id, kind: 'reset', now: at(0) });
    const token = await signIn(user.email, '10.64.1.3');
    await createSession(test.db, { userId: user.id, kind: 'restricted', now: at(29) });
    expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('end one by one, at once', async () => {
    const { email, id } = await test.aUser({ password });
    const [one, two] = [await signIn(email, '10.64.1.4'), await signIn(email, '10.64.1.4')];
    const other = (await list(two)).find(({ isCurrent }) => !isCurrent);
    const end = async (token?: string) => test.call(`DELETE /sessions/${other?._id}`, { token });
    expect(await end()).toAnswer(401);
    const stranger = await test.signInAs();
    expect(await end(stranger)).toAnswer(404);
    expect((await end(two)).json()).toEqual({ data: { ended: 1 } });
    expect(await end(two)).toAnswer(404);
    expect(await test.call('GET /me', { token: one })).toAnswer(401);
    expect(await test.call('DELETE /sessions/nonsense', { token: two })).toAnswer(400);
    expect((await test.listAudit(id)).at(-1)?.action).toBe('user.session-ended');
  });

  it('end all but this one, which stays known, and the lost device is known no more', async () => {
    const { email, id } = await test.aUser({ password });
    await signIn(email, '10.64.1.5');
    await signIn(email, '10.64.1.6');
    const token = await signIn(email, '10.64.1.7');
    const reply = await test.call('DELETE /sessions', { token, from: '10.64.1.7' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { data: { ended: 2 } }]);
    expect(reply.headers['set-cookie']).toEqual(expect.stringContaining('recoup-device'));
    expect(await list(token)).toHaveLength(1);
    // This device and this network.
    expect(await test.listRows('knownPlaces', { userId: id })).toHaveLength(2);
    expect((await test.listAudit(id)).at(-1)?.action).toBe('user.other-sessions-ended');
    expect((await test.call('DELETE /sessions', { token })).json()).toEqual({ data: { ended: 0 } });
  });
});

describe('the sessions of a user', () => {
  async function anOffice() {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm, password });
    const attorney = await test.aUser({ firm, password });
    return { admin: await test.signIn(admin), attorney, adminId: admin.id };
  }
  const end = async (id: string, token?: string) =>
    test.call(`DELETE /users/${id}/sessions`, { token });

  it('are ended by the firm admin, with the known places', async () => {
    const { admin, attorney } = await anOffice();
    const token = await signIn(attorney.email, '10.64.2.1');
    expect((await end(attorney.id, admin)).json()).toEqual({ data: { ended: 1 } });
    expect(await test.call('GET /me', { token })).toAnswer(401);
    expect(await test.listRows('knownPlaces', { userId: attorney.id })).toEqual([]);
    const audit = await test.listAudit(attorney.id);
    expect(audit.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'user.sessions-ended', details: { ended: 1 } },
    ]);
  });

  it('of a firm admin are ended by the system admin, and not by oneself', async () => {
    const { admin, adminId } = await anOffice();
    expect(await end(adminId, admin)).toAnswer(404);
    expect(await end(adminId, await test.signInAs({ firm: null }))).toAnswer(200);
    expect(await test.call('GET /me', { token: admin })).toAnswer(401);
  });
});

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [firefox, 'Firefox on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera on Linux',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/19.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${apple} CriOS/142.0 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webKit} SamsungBrowser/29.0 Chrome/136.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['SomeTool/1.0 (Linux)', 'A program on Linux'],
  ['Mozilla/5.0 Firefox/140.0', 'Firefox'],
  [null, 'Unknown device'],
])('calls %s by the words %s', (agent, text) => {
  expect(deviceName(agent)).toBe(text);
});
