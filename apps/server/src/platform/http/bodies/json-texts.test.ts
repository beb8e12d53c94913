import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { useApp } from '../../../../test/app.ts';
import { createJsonScanner, parseJson, parseSpooled } from './json-bodies.ts';
import { createSpool } from './body-spool.ts';
import type { SpooledFile } from './spooled-file.ts';
import { deepIt } from '../../../../test/deep.ts';
import { longestTurn } from '../../../../test/turns.ts';

const test = useApp();
const folder = await mkdtemp(path.join(tmpdir(), 'recoup-texts-'));
afterAll(async () => rm(folder, { recursive: true }));

const request = (): FastifyRequest => ({ server: test.app }) as FastifyRequest; // all it reads
const long = 'x'.repeat(3_000);

async function spooled<T>(
  body: Buffer,
  work: (
    file: SpooledFile,
    parse: (of?: SpooledFile, signal?: AbortSignal) => Promise<unknown>,
  ) => Promise<T>,
): Promise<T> {
  const { longTexts, scan } = createJsonScanner();
  for (let at = 0; at < body.length; at += 60_000) scan(body.subarray(at, at + 60_000));
  const file = await createSpool({ folder }).keep([body], { group: 'a', member: 'b' });
  try {
    return await work(file, async (of = file, signal = new AbortController().signal) =>
      parseSpooled(request(), of, { longTexts, signal }),
    );
  } finally {
    await file.close();
  }
}

it('parses what JSON.parse does, wherever the pieces of a long text end', async () => {
  const unit = String.raw`\\\"\n\u00e9\ud83d\udc4d\\u0041\\\\é👍€\/` + 'a';
  for (let shift = 0; shift < 70; shift += 1) {
    const longText = `${'x'.repeat(shift)}${unit.repeat(2_500)}`;
    const list = `["${longText}",1,null,{"b":"short"}]`;
    const body = `\uFEFF{"a":"\uFEFF${longText}","${long}":${list},"a":"${longText}\\\\"}`;
    expect(await spooled(Buffer.from(body), async (_, parse) => parse())).toEqual(
      JSON.parse(body.slice(1)),
    );
  }
});

deepIt('answers other requests while it parses a long text', async () => {
  const body = Buffer.from(`{"fileStream":"${String.raw`\u004c`.repeat(8_000_000)}"}`);
  await spooled(body, async (file, parse) => {
    const { ms: whole } = await longestTurn(async () =>
      parseJson(request(), await text(file.read())),
    );
    // Another process may take the processor in one of them.
    let least = Infinity;
    for (let run = 0; run < 3; run += 1)
      least = Math.min(least, (await longestTurn(async () => parse())).ms);
    expect(least).toBeLessThan(whole / 2);
  });
});

/** The file, and how many of its bytes were read. */
function counted(file: SpooledFile, onPiece: (bytes: number) => void): SpooledFile {
  return {
    ...file,
    async *part(range) {
      for await (const piece of file.part(range)) {
        onPiece(piece.length);
        yield piece;
      }
    },
  };
}

it('replaces invalid UTF-8 at the end of a long text, as in a short one', async () => {
  const body = Buffer.concat([
    Buffer.from(`{"fileStream":"${long}`),
    Buffer.from([0xe2, 0x82]),
    Buffer.from('","b":1}'),
  ]);
  const parsed = await spooled(body, async (_, parse) => parse());
  expect(parsed).toEqual({ fileStream: `${long}\uFFFD`, b: 1 });
});

it('reads no more than 4 MB of a text without an end', async () => {
  let bytes = 0;
  await spooled(Buffer.from(`{"fileStream":"${'x'.repeat(6_000_000)}`), async (file, parse) =>
    expect(parse(counted(file, (more) => (bytes += more)))).rejects.toThrow(/JSON/),
  );
  expect(bytes).toBe(4_000_000);
});

it('stops once the client has disconnected', async () => {
  const gone = new AbortController();
  let pieces = 0;
  const body = Buffer.from(`{"fileStream":"${'x'.repeat(1_000_000)}"}`);
  await spooled(body, async (file, parse) => {
    const watched = counted(file, () => {
      pieces += 1;
      if (pieces === 3) gone.abort();
    });
    await expect(parse(watched, gone.signal)).rejects.toThrow('cancelled');
  });
  expect(pieces).toBe(3);
});

async function upload(body: string) {
  return test.call('POST /upload', { token: await test.signInAdmin(), body });
}

it.each([
  ['without an end', (x: string) => `{"fileStream":"${x}`],
  ['with an unknown escape', (x: string) => String.raw`{"fileStream":"${x}\x${x}"}`],
  ['that ends in an escape', (x: string) => String.raw`{"fileStream":"${x}\u00"}`],
  ['over two lines', (x: string) => `{"fileStream":"${x}\n${x}"}`],
  ['with something behind the body', (x: string) => `{"fileStream":"${x}"}x`],
  ['beside another one', (x: string) => `{"fileStream":"${x}""${x}"}`],
  ['beside a prototype', (x: string) => `{"fileStream":"${x}","__proto__":{"a":1}}`],
  ['that stands alone', (x: string) => `"${x}"`],
])('answers a long text %s as it answers a short one', async (_, body) => {
  const [short, longer] = [await upload(body('x')), await upload(body(long))];
  expect([short.statusCode, longer.statusCode]).toEqual([400, 400]);
  expect(longer.body).toBe(short.body);
});

it('names a field with a long name, and rejects more than 4 MB beside long texts', async () => {
  const named = (await upload(`{"${long}":1,"fileStream":"Ref,Name\\n1,${long}"}`)).json<{
    fields: object;
  }>();
  expect(Object.keys(named.fields)).toEqual([expect.stringMatching(/^x{100}/)]);
  const blank = await upload(`{"fileStream":"Ref,Name\\n1,${long}"${' '.repeat(4_000_000)}}`);
  const message = 'The body is too large: at most 4 MB beside its long texts are read.';
  expect([blank.statusCode, blank.json()]).toEqual([413, { code: 'too_large', message }]);
});
