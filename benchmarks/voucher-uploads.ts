/**
 * 20 files uploaded at once by a firm, and one of another firm behind them: the memory that server
 * and readers take meanwhile, the longest wait of other requests, and how many files the other firm
 * waits for. Photos of a telephone's size, and the largest PNGs and PDFs. Issue 50 allows 100 MB.
 * `npm run bench -- voucher-uploads`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { largestPdf, largestPng, phonePhoto } from '../apps/server/test/voucher-files.ts';
import { demoFirmAdmins } from '../apps/server/src/seeds/demo-people.ts';
import { startDemoServer } from './support/demo-server.ts';
import { timesUntil } from './support/measure.ts';
import { watchMemory } from './support/memory.ts';

const [uploads, rounds] = [20, 2];
const limits = { megabytes: 100, waitMs: 250, filesBefore: 2 };
const { lerato, chantal } = demoFirmAdmins;

const server = await startDemoServer();
const [busy, other] = [await person(lerato), await person(chantal)];

type Kind = { name: string; type: string; make: () => Promise<Buffer> | Buffer };
const kinds: readonly Kind[] = [
  { name: 'photos', type: 'image/jpeg', make: phonePhoto },
  { name: 'PNGs', type: 'image/png', make: largestPng },
  { name: 'PDFs', type: 'application/pdf', make: largestPdf },
];

try {
  await server.warmUp();
  // The first one loads what reads it.
  await upload(other, { body: await phonePhoto(), type: 'image/jpeg' });
  for (const kind of kinds)
    for (let round = 1; round <= rounds; round += 1) await measure(kind, round);
} finally {
  await server.stop();
}

type Person = { token: string; entries: string[] };

async function person({ email, password }: { email: string; password: string }): Promise<Person> {
  const logon = await ask('POST', 'logon', { body: JSON.stringify({ email, password }) });
  const { token } = accountEndpoints.logon.replies[200].parse(JSON.parse(logon));
  const entries = await ask('GET', 'entries?itemsPerPage=100', { token });
  const { data } = JSON.parse(entries) as { data: { _id: string }[] }; // the contract's
  return { token, entries: data.map(({ _id }) => _id) };
}

async function measure({ name, type, make }: Kind, round: number): Promise<void> {
  const files: File[] = [];
  while (files.length <= uploads) files.push({ type, body: await make() });
  const [all, alone] = [watchMemory(server.pid, 'with children'), watchMemory(server.pid)];
  const begun = performance.now();
  const sending = uploadAll(files);
  const waits = await timesUntil(sending, async () => void (await read()));
  const seconds = (performance.now() - begun) / 1_000;
  const [megabytes, own] = [all.stop() - all.before, alone.stop() - alone.before];
  const [waitMs, filesBefore] = [Math.max(...waits), await sending];
  if (megabytes > limits.megabytes || waitMs > limits.waitMs || filesBefore > limits.filesBefore)
    process.exitCode = 1;
  const size = ((files[0]?.body.length ?? 0) / 1e6).toFixed(1);
  console.log(
    `round ${round}: ${uploads} ${name} of ${size} MB in`,
    `${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB more memory`,
    `(the server alone ${Math.round(own)}), others at most ${Math.round(waitMs)} ms;`,
    `the other firm waited for ${filesBefore}`,
  );
}

async function read(): Promise<string> {
  return ask('GET', 'users', { token: other.token });
}

type File = { type: string; body: Buffer };

/** How many files were read before that of the other firm. */
async function uploadAll([last, ...files]: readonly File[]): Promise<number> {
  let done = 0;
  const all = files.map(async (file) => upload(busy, file).then(() => void (done += 1)));
  await wait(500);
  const before = done;
  if (last) await upload(other, last);
  const filesBefore = done - before;
  await Promise.all(all);
  return filesBefore;
}

/** At another entry each time; again where a person has too many bytes in progress. */
async function upload(by: Person, file: File): Promise<void> {
  const entry = by.entries.shift() ?? '';
  by.entries.push(entry);
  const sent = { token: by.token, ...file };
  const { status, text } = await request('POST', `entries/${entry}/vouchers`, sent);
  if (status === 429) {
    await wait(1_000);
    return upload(by, file);
  }
  if (status !== 201) throw new Error(`a voucher was answered with ${status} ${text}`);
}

type Sent = { token?: string; body?: string | Buffer; type?: string };

async function ask(method: string, path: string, sent: Sent): Promise<string> {
  const { status, text } = await request(method, path, sent);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text;
}

async function request(method: string, path: string, sent: Sent) {
  const { token, body, type = 'application/json' } = sent;
  const reply = await fetch(`${server.origin}/core/api/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}
