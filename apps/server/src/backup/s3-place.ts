import { createHash, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { hours, minutes } from '../platform/core/clock.ts';
import { StartupError } from '../platform/core/startup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import type { LocalCopies } from './local-copy.ts';

/** The usual settings of S3 and its likes. */
export type S3Settings = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  region: string;
  /** Absent: Amazon's. */
  endpoint: string | undefined;
};

/** One part in memory; S3 allows 10,000 of them, so a backup has at most 160 GB. */
const partBytes = 16 * 1024 * 1024;
const defaultTimeouts = { content: hours(12), others: minutes(10) };

/** `s3://BUCKET/PREFIX`. An object appears with its last part, and not before. */
export function s3Place(
  to: string,
  settings: S3Settings | undefined,
  { copies, timeouts = defaultTimeouts }: { copies: LocalCopies; timeouts?: Timeouts },
): BackupPlace {
  if (settings === undefined)
    throw new StartupError(
      'RECOUP_BACKUP_TO names a bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.',
    );
  const { hostname: bucket, pathname } = new URL(to);
  const prefix = decodeURIComponent(pathname)
    .replace(/^\//, '')
    .replace(/(?<=[^/])$/, '/');
  const send = sender(bucket, settings, timeouts);
  const keyOf = (name: string): string => `${prefix}${name}`;
  return {
    async tryOut() {
      try {
        const key = keyOf('.recoup-test');
        await send({ method: 'PUT', key, body: Buffer.from('Recoup has tried this bucket.\n') });
        await send({ method: 'DELETE', key });
      } catch (error) {
        throw new StartupError((error as Error).message); // as `send` throws it
      }
    },
    write: async (name, content) => upload(send, keyOf(name), content),
    list: async () => listNames(send, prefix),
    remove: async (name) => void (await send({ method: 'DELETE', key: keyOf(name) })),
    fetch: async (name, work) =>
      copies(async (save) => {
        const { body } = await send({ method: 'GET', key: keyOf(name) });
        if (body === null) throw new Error(`The bucket gave no content of ${name}.`);
        await save(Readable.fromWeb(body)).catch(brokenOff);
      }, work),
  };
}

type Message = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  body?: Buffer;
};
type Send = (message: Message) => Promise<Response>;
/** In milliseconds: of a download, and of every other request. */
type Timeouts = { content: number; others: number };

async function upload(send: Send, key: string, content: Readable): Promise<void> {
  const begun = await readText(send({ method: 'POST', key, query: { uploads: '' } }));
  const [uploadId] = findValues(begun, 'UploadId');
  // A proxy, or a portal of a network, may answer in its place.
  if (uploadId === undefined) throw new Error('The server answered, but not as a bucket of S3.');
  const tags: string[] = [];
  try {
    for await (const body of inParts(content)) {
      const query = { partNumber: `${tags.length + 1}`, uploadId };
      const reply = await send({ method: 'PUT', key, query, body });
      tags.push(reply.headers.get('etag') ?? '');
    }
    const parts = tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = Buffer.from(
      `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    );
    const done = await readText(send({ method: 'POST', key, query: { uploadId }, body }));
    // S3 may say 200 first and an error later.
    if (done.includes('<Error>'))
      throw new Error('The bucket did not put the parts of the backup together.');
  } catch (error) {
    await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function* inParts(content: Readable): AsyncGenerator<Buffer> {
  let taken: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    const bytes = chunk as Buffer; // a stream of bytes
    taken.push(bytes);
    length += bytes.length;
    if (length < partBytes) continue;
    yield Buffer.concat(taken);
    taken = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(taken);
}

/** Names directly below the prefix. */
async function listNames(send: Send, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for (let token: string | undefined; ; ) {
    const query = {
      'list-type': '2',
      prefix,
      delimiter: '/',
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const text = await readText(send({ method: 'GET', query }));
    names.push(...findValues(text, 'Key').map((key) => key.slice(prefix.length)));
    [token] = findValues(text, 'NextContinuationToken');
    if (token === undefined) return names;
  }
}

async function readText(sent: Promise<Response>): Promise<string> {
  return (await sent).text().catch(brokenOff);
}

function brokenOff(error: unknown): never {
  // Errors of fetch, or of our own disk.
  const { name, code } = error as Error & { code?: string | number };
  if (typeof code === 'string') throw error;
  const why = name === 'TimeoutError' ? 'did not end its answer in time' : 'broke off its answer';
  throw new Error(`The bucket ${why}.`, { cause: error });
}

/** Names and tokens of S3 hold no tags; other XML is not read. */
function findValues(text: string, tag: 'Key' | 'UploadId' | 'NextContinuationToken' | 'Code') {
  return text
    .split(`<${tag}>`)
    .slice(1)
    .map((part) => unescaped(part.split('</')[0] ?? ''));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
}

/** Signs each request (AWS Signature Version 4). Errors name status and code alone. */
function sender(bucket: string, settings: S3Settings, timeouts: Timeouts): Send {
  const base = new URL(settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`);
  return async ({ method, key = '', query = {}, body }) => {
    const path = ['', bucket, ...key.split('/')].map(encoded).join('/');
    const search = Object.entries(query)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&');
    const headers = signedHeaders(
      { method, host: base.host, path, search, body, now: new Date() },
      settings,
    );
    const reply = await fetch(`${base.origin}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(method === 'GET' ? timeouts.content : timeouts.others),
      ...(body !== undefined && { body: new Uint8Array(body) }),
    }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const why = isLate ? 'did not answer in time' : 'cannot be reached';
      throw new Error(`The bucket ${bucket} at ${base.host} ${why}.`, { cause: error });
    });
    if (reply.ok) return reply;
    const [code = ''] = findValues((await reply.text()).slice(0, 10_000), 'Code');
    const named = /^\w{1,60}$/.test(code) ? `${reply.status} ${code}` : `${reply.status}`;
    throw new Error(`The bucket ${bucket} at ${base.host} answered ${named}. ${hint(code)}`.trim());
  };
}

const hints: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Make the bucket, or correct RECOUP_BACKUP_TO.',
  InvalidAccessKeyId: 'Correct AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct AWS_SECRET_ACCESS_KEY.',
  AccessDenied: 'The key needs s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket.',
  AuthorizationHeaderMalformed: 'Set AWS_REGION to the region of the bucket.',
  PermanentRedirect: 'Set AWS_REGION to the region of the bucket.',
  RequestTimeTooSkewed: 'Correct the clock of this machine.',
};
const hint = (code: string): string => hints[code] ?? '';

type Signed = {
  method: string;
  host: string;
  path: string;
  search: string;
  body: Buffer | undefined;
  now: Date;
};

export function signedHeaders(
  { method, host, path, search, body, now }: Signed,
  settings: S3Settings,
) {
  const time = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const headers: Record<string, string> = {
    host,
    'x-amz-content-sha256': hash,
    'x-amz-date': time,
    ...(settings.sessionToken !== undefined && { 'x-amz-security-token': settings.sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, path, search, lines.join(''), names, hash].join('\n');
  const scope = `${day}/${settings.region}/s3/aws4_request`;
  const requestHash = createHash('sha256').update(request).digest('hex');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${settings.secretAccessKey}`, day), settings.region),
  );
  const text = ['AWS4-HMAC-SHA256', time, scope, requestHash].join('\n');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${settings.accessKeyId}/${scope}, ` +
      `SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`,
  };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** RFC 3986, as the signature wants it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
