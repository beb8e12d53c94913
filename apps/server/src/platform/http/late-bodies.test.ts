import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { portOf, request } from '../../../test/raw-http.ts';
import { minutes } from '../core/clock.ts';

const test = useApp();
beforeAll(async () => test.app.listen({ port: 0, host: '127.0.0.1' }));

it.each([
  ['POST /core/api/disbursements', { title: 'Late type' }],
  ['PUT /core/api/users/update-cellnumber/{id}', { cell: '0825550199' }],
])('rejects a %s whose body comes after the end of the session', async (what, input) => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, cell: '0825550100' });
  const token = await test.signIn(admin);
  const body = JSON.stringify({ ...input, ...(what.startsWith('PUT') && { _id: admin.id }) });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const { answer, finish } = await sendHead(
    admin.id,
    request(what.replace('{id}', admin.id), headers),
    body,
  );
  await test.deleteRows('sessions', { userId: admin.id });
  finish();
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  const late = { firmId: firm.id, title: 'Late type' };
  expect(await test.listRows('disbursementTypes', late)).toEqual([]);
  expect((await test.getRow('users', { id: admin.id })).cell).toBe('0825550100');
});

/** Sends the head, waits until the server has looked up the session, and holds the body back. */
async function sendHead(user: string, head: string, body: string) {
  const earlier = new Date(test.clock.now().getTime() - minutes(2));
  await test.updateRows('sessions', { userId: user }, { seenAt: earlier });
  const isLookedUp = async () => {
    return (await test.getRow('sessions', { userId: user })).seenAt > earlier;
  };
  const socket = connect(portOf(test.app.server), '127.0.0.1');
  socket.write(head);
  await expect.poll(isLookedUp).toBe(true);
  return { answer: text(socket), finish: () => socket.write(body) };
}
