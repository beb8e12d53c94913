import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { encrypt, openPlain } from './encryption.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'recoup-encryption-'));
const file = path.join(folder, 'sealed');
const key = 'a key of the backups with 32 characters';
const pieceBytes = 64 * 1024;
afterAll(async () => rm(folder, { recursive: true }));

it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes])(
  'opens with its key alone: %s bytes',
  async (length) => {
    const content = randomBytes(length);
    const sealed = await seal(content);
    expect(await open()).toEqual({ content, bytes: length });
    expect(length > 100 && sealed.includes(content.subarray(0, 100))).toBe(false);
    await expect(open('another key of the backups, as long')).rejects.toThrow(
      /was encrypted with another RECOUP_BACKUP_KEY, is cut off or was altered/,
    );
    await expect(openPlain(file, undefined)).rejects.toThrow(/is encrypted: set RECOUP_BACKUP_KEY/);
  },
);

const head = 'recoup-encrypted-1\n'.length + 32;
const sealedPiece = pieceBytes + 16;

it.each<[string, (sealed: Buffer) => Buffer]>([
  ['a changed byte', (sealed) => sealed.fill(sealed[head + 5] === 0 ? 1 : 0, head + 5, head + 6)],
  ['a changed salt', (sealed) => sealed.fill(~(sealed[head - 1] ?? 0) & 255, head - 1, head)],
  ['no end', (sealed) => sealed.subarray(0, -1)],
  ['no last piece', (sealed) => sealed.subarray(0, head + 2 * sealedPiece)],
  ['nothing but a head', (sealed) => sealed.subarray(0, head)],
  ['another byte', (sealed) => Buffer.concat([sealed, Buffer.from('x')])],
  [
    'pieces in another order',
    (sealed) =>
      Buffer.concat([
        sealed.subarray(0, head),
        sealed.subarray(head + sealedPiece, head + 2 * sealedPiece),
        sealed.subarray(head, head + sealedPiece),
        sealed.subarray(head + 2 * sealedPiece),
      ]),
  ],
])('does not open with %s', async (_, change) => {
  const sealed = await seal(randomBytes(2 * pieceBytes + 100));
  await writeFile(file, change(sealed));
  await expect(open()).rejects.toThrow(/is cut off or was altered/);
});

it('encrypts the same content in another way each time', async () => {
  const first = await seal(Buffer.from('content'));
  expect(first.equals(await seal(Buffer.from('content')))).toBe(false);
});

async function seal(content: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  // In pieces of another length than those of the file.
  const chunks = async function* () {
    for (let at = 0; at < content.length; at += 10_000) yield content.subarray(at, at + 10_000);
  };
  for await (const part of encrypt(chunks(), key)) parts.push(part);
  await writeFile(file, Buffer.concat(parts));
  return readFile(file);
}

async function open(secret = key): Promise<{ content: Buffer; bytes: number }> {
  const { content, bytes } = await openPlain(file, secret);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part as Buffer); // a stream of bytes
  return { content: Buffer.concat(parts), bytes };
}
