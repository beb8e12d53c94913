import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { portOf } from '../../test/raw-http.ts';
import { keepNewest } from './backup-place.ts';
import { openPlace } from './open-place.ts';
import { localCopies } from './local-copy.ts';
import { s3Place, signedHeaders, type S3Settings } from './s3-place.ts';

const settings: S3Settings = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: undefined,
  region: 'us-east-1',
  endpoint: undefined,
};
const name = (day: number): string => `recoup-auto-2026-11-${day}T00-00-00-000Z.backup`;

/** A bucket with multipart uploads; objects appear when they are completed. */
const bucket: Bucket = {
  objects: new Map(),
  uploads: new Map(),
  partLengths: [],
  requests: [],
  refuse: undefined,
  odd: undefined,
};
type Bucket = {
  objects: Map<string, Buffer>;
  uploads: Map<string, Buffer[]>;
  partLengths: number[];
  requests: string[];
  refuse: { status: number; code: string } | undefined;
  /** Replaces the answer to requests of this method. */
  odd: { method: string; answer(response: ServerResponse): void } | undefined;
};
const server = createServer((request, response) => {
  void answer(request, response).catch(() => void response.destroy());
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  bucket.objects.clear();
  bucket.uploads.clear();
  Object.assign(bucket, { partLengths: [], requests: [], refuse: undefined, odd: undefined });
});
afterAll(() => void server.close());

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
it.each([
  ['lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signs as Amazon’s examples: %s', (search, signature) => {
  const { authorization } = signedHeaders(
    {
      method: 'GET',
      host: 'examplebucket.s3.amazonaws.com',
      path: '/',
      search,
      body: undefined,
      now: new Date('2013-05-24T00:00:00Z'),
    },
    settings,
  );
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      `SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  );
});

it('uploads by parts, lists, reads and removes below its prefix', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024, 'x');
  const whole = Readable.from(Array.from({ length: 37 }, () => mebibyte));
  await place().write(name(28), whole);
  expect(bucket.partLengths).toEqual([16, 16, 5].map((count) => count * mebibyte.length));
  expect([...bucket.objects.keys()]).toEqual([`firm one/${name(28)}`]);
  bucket.objects.set('elsewhere/a', Buffer.from('x'));
  bucket.objects.set('firm one/deeper/a', Buffer.from('x'));
  bucket.objects.set('firm one/a & b', Buffer.from('x'));
  expect(await place().list()).toEqual([name(28), 'a & b']);
  const read = await place().fetch(name(28), async (file) => readFile(file));
  expect(read.length).toBe(37 * mebibyte.length);
  await place().remove(name(28));
  expect(bucket.objects.has(`firm one/${name(28)}`)).toBe(false);
});

it('keeps the newest, and touches nothing of others', async () => {
  for (const day of [26, 27, 28]) bucket.objects.set(`firm one/${name(day)}`, Buffer.from('x'));
  bucket.objects.set('firm one/notes.txt', Buffer.from('x'));
  await keepNewest(place(), { keep: 1, now: new Date('2026-11-30T00:00:00Z') });
  expect([...bucket.objects.keys()]).toEqual([`firm one/${name(28)}`, 'firm one/notes.txt']);
});

it('leaves neither object nor parts of a content that breaks', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.alloc(17 * 1024 * 1024);
      throw new Error('the database went away');
    })(),
  );
  await expect(place().write(name(28), breaking)).rejects.toThrow('the database went away');
  expect([bucket.objects.size, bucket.uploads.size]).toEqual([0, 0]);
});

it.each([
  [403, 'SignatureDoesNotMatch', /answered 403 SignatureDoesNotMatch\. Correct AWS_SECRET_ACC/],
  [404, 'NoSuchBucket', /answered 404 NoSuchBucket\. Make the bucket/],
  [500, 'wJalrXUtnFEMI/K7MDENG', /answered 500\.$/],
])('says what a bucket refuses, and no secret: %s %s', async (status, code, sentence) => {
  bucket.refuse = { status, code };
  await expect(place().tryOut()).rejects.toThrow(sentence);
});

const odd = {
  silent: () => {},
  half: (response: ServerResponse) =>
    void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
  portal: (response: ServerResponse) => void response.end('<html>Please sign in</html>'),
};

it.each([
  ['that says nothing to a part', 'PUT', odd.silent, /did not answer in time\.$/],
  ['that says nothing to a new upload', 'POST', odd.silent, /did not answer in time\.$/],
  ['that breaks off the answer to a new upload', 'POST', odd.half, /broke off its answer\.$/],
  ['that is a portal of a network', 'POST', odd.portal, /but not as a bucket of S3\.$/],
])('gives up a bucket %s', async (_, method, answerOddly, sentence) => {
  bucket.odd = { method, answer: answerOddly };
  await expect(hasty().write(name(28), Readable.from([Buffer.from('x')]))).rejects.toThrow(
    sentence,
  );
  expect(bucket.objects.size).toBe(0);
});

it.each([
  ['breaks off a backup', odd.half, /broke off its answer\.$/],
  ['says nothing', odd.silent, /did not answer in time\.$/],
])('restores nothing from a bucket that %s', async (_, answerOddly, sentence) => {
  await hasty().write(name(28), Readable.from([Buffer.from('x')]));
  bucket.odd = { method: 'GET', answer: answerOddly };
  const fetched = hasty().fetch(name(28), async () => 'restored');
  await expect(fetched).rejects.toThrow(sentence);
  await expect(hasty().list()).rejects.toThrow(sentence);
});

it('is tried out, and leaves nothing', async () => {
  await place().tryOut();
  expect([bucket.requests, bucket.objects.size]).toEqual([
    ['PUT /recoup/firm%20one/.recoup-test', 'DELETE /recoup/firm%20one/.recoup-test'],
    0,
  ]);
});

it('needs the keys of AWS', () => {
  expect(() => openPlace({ to: 's3://recoup', s3: undefined })).toThrow(
    /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  );
});

function place() {
  const endpoint = `http://127.0.0.1:${portOf(server)}`;
  return openPlace({ to: 's3://recoup/firm%20one', s3: { ...settings, endpoint } });
}

/** Waits half a second. */
function hasty() {
  const endpoint = `http://127.0.0.1:${portOf(server)}`;
  const options = { copies: localCopies(undefined), timeouts: { content: 500, others: 500 } };
  return s3Place('s3://recoup/firm%20one', { ...settings, endpoint }, options);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://bucket');
  const body = await readAll(request);
  bucket.requests.push(`${request.method} ${url.pathname}`);
  const { authorization = '' } = request.headers;
  if (bucket.refuse || !authorization.startsWith('AWS4-HMAC-SHA256 Credential=AKIA')) {
    const { status, code } = bucket.refuse ?? { status: 403, code: 'AccessDenied' };
    return void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  }
  if (bucket.odd && bucket.odd.method === request.method) return bucket.odd.answer(response);
  const key = decodeURIComponent(url.pathname.replace('/recoup/', ''));
  const uploadId = url.searchParams.get('uploadId');
  if (uploadId !== null) return answerUpload({ request, response, key, uploadId, body });
  if (url.searchParams.has('uploads')) {
    bucket.uploads.set('upload-1', []);
    return void response.end('<R><UploadId>upload-1</UploadId></R>');
  }
  if (url.searchParams.has('list-type')) return void response.end(listing(url.searchParams));
  if (request.method === 'GET') return void response.end(bucket.objects.get(key));
  if (request.method === 'PUT') bucket.objects.set(key, body);
  else bucket.objects.delete(key);
  return void response.end();
}

type Part = {
  request: IncomingMessage;
  response: ServerResponse;
  key: string;
  uploadId: string;
  body: Buffer;
};

function answerUpload({ request, response, key, uploadId, body }: Part): void {
  const parts = bucket.uploads.get(uploadId) ?? [];
  if (request.method === 'PUT') {
    parts.push(body);
    bucket.partLengths.push(body.length);
    return void response.writeHead(200, { etag: `"part-${parts.length}"` }).end();
  }
  bucket.uploads.delete(uploadId);
  if (request.method === 'POST') {
    const tags = [...body.toString().matchAll(/<ETag>"part-(\d+)"<\/ETag>/g)];
    bucket.objects.set(key, Buffer.concat(tags.flatMap(([, at]) => parts[Number(at) - 1] ?? [])));
  }
  return void response.end('<CompleteMultipartUploadResult/>');
}

/** One name a page. */
function listing(query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const keys = [...bucket.objects.keys()].filter(
    (key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
  );
  const at = Number(query.get('continuation-token') ?? 0);
  const [key] = keys.slice(at);
  const next =
    at + 1 < keys.length ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : '';
  const shown = key === undefined ? '' : `<Key>${key.replaceAll('&', '&amp;')}</Key>`;
  return `<ListBucketResult>${shown}${next}</ListBucketResult>`;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a stream of bytes
  return Buffer.concat(parts);
}
