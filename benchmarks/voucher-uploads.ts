/**
 * 20 photos of a telephone's size, uploaded at once by a firm, and one of another firm behind them:
 * the memory that server and readers take meanwhile, the longest wait of other requests, and how
 * many photos the other firm waits for. Issue 50 allows 100 MB. `npm run bench -- voucher-uploads`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import sharp from 'sharp';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { startDemoServer } from './support/demo-server.ts';
import { timesUntil } from './support/measure.ts';
import { watchMemory } from './support/memory.ts';

const [uploads, rounds] = [20, 3];
const limits = { megabytes: 100, waitMs: 250, photosBefore: 2 };
const { lerato, chantal } = demoFirmAdmins;

const server = await startDemoServer();
const [busy, other] = [await person(lerato), await person(chantal)];
// A server that has done nothing yet has less memory than one at work.
await upload(other, await photo());
await timesUntil(wait(3_000), async () => void (await read()));
for (let round = 1; round <= rounds; round += 1) await measure(round);
await server.stop();

type Person = { token: string; entries: string[] };

async function person({ email, password }: { email: string; password: string }): Promise<Person> {
  const logon = await ask('POST', 'logon', { body: JSON.stringify({ email, password }) });
  const { token } = accountEndpoints.logon.replies[200].parse(JSON.parse(logon));
  const entries = await ask('GET', 'entries?itemsPerPage=100', { token });
  const { data } = JSON.parse(entries) as { data: { _id: string }[] }; // the contract's
  return { token, entries: data.map(({ _id }) => _id) };
}

async function measure(round: number): Promise<void> {
  const photos = await Promise.all(Array.from({ length: uploads + 1 }, photo));
  const memory = watchMemory(server.pid, 'with children');
  const begun = performance.now();
  const waits = await timesUntil(uploadAll(photos), async () => void (await read()));
  const seconds = (performance.now() - begun) / 1_000;
  const megabytes = memory.stop() - memory.before;
  const waitMs = Math.max(...waits);
  if (megabytes > limits.megabytes || waitMs > limits.waitMs) process.exitCode = 1;
  console.log(
    `round ${round}: ${uploads} photos of ${((photos[0]?.length ?? 0) / 1e6).toFixed(1)} MB in`,
    `${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB more memory,`,
    `others at most ${Math.round(waitMs)} ms`,
  );
}

async function read(): Promise<string> {
  return ask('GET', 'users', { token: other.token });
}

async function uploadAll([last, ...photos]: readonly Buffer[]): Promise<void> {
  let [done, doneBefore] = [0, 0];
  const all = photos.map(async (body) => upload(busy, body).then(() => void (done += 1)));
  await wait(500);
  doneBefore = done;
  await upload(other, last ?? Buffer.alloc(0));
  const before = done - doneBefore;
  if (before > limits.photosBefore) process.exitCode = 1;
  console.log(`the other firm waited for ${before} photos`);
  await Promise.all(all);
}

/** At another entry each time. */
async function upload({ token, entries }: Person, body: Buffer): Promise<string> {
  return ask('POST', `entries/${entries.pop()}/vouchers`, { token, body, type: 'image/jpeg' });
}

type Sent = { token?: string; body?: string | Buffer; type?: string };

async function ask(method: string, path: string, sent: Sent): Promise<string> {
  const { token, body, type = 'application/json' } = sent;
  const reply = await fetch(`${server.origin}/core/api/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text;
}

/** Of twelve million pixels, each another one. */
async function photo(): Promise<Buffer> {
  const raw = { width: 400, height: 300, channels: 3 } as const;
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .resize(4_000, 3_000)
    .jpeg({ quality: 90 })
    .toBuffer();
}
