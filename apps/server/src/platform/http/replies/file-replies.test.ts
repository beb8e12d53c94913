import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../../../test/app.ts';
import { portOf } from '../../../../test/raw-http.ts';
import { buildApp } from '../../../app.ts';

const test = useApp();
let app: Awaited<ReturnType<typeof buildApp>> | undefined;

beforeAll(async () => {
  app = await buildApp({ db: test.db, clock: test.clock, publicUrl: 'http://recoup.test' });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => app?.close());

it('sends a file with fewer listeners than Node takes for a leak', async () => {
  if (!app) throw new Error('there is no app yet');
  const token = await test.signInAdmin({ firm: await test.aFirm() });
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  // The process that serves adds two: of its connections, and of its event loop.
  app.server.once('request', (_, response) => void response.setMaxListeners(10 - 2));
  onTestFinished(() => void process.off('warning', warned));
  const reply = await fetch(`http://127.0.0.1:${portOf(app.server)}/core/api/matters`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
  });
  expect(reply.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(await reply.text()).toMatch(/^\uFEFF?matter number/i);
  expect(warned).not.toHaveBeenCalled();
});
