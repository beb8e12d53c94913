import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Begins an encrypted backup; the salt follows. A gzip file begins otherwise. */
const magic = Buffer.from('recoup-encrypted-1\n');
const [saltBytes, tagBytes] = [32, 16];
const headBytes = magic.length + saltBytes;
/** Bytes that are encrypted and authenticated together; only the last piece may be shorter. */
const pieceBytes = 64 * 1024;

/**
 * AES-256-GCM by pieces, with a key for each file from RECOUP_BACKUP_KEY and a random salt. The
 * nonce is the number of the piece and whether it is the last, so that no piece can be left out,
 * moved or added.
 */
export async function* encrypt(
  content: AsyncIterable<Buffer>,
  secret: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const key = fileKey(secret, salt);
  yield Buffer.concat([magic, salt]);
  let number = 0;
  for await (const { piece, isLast } of pieces(content, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** A backup's bytes as `encrypt` got them, and their number. */
export type PlainFile = { content: Readable; bytes: number };

/**
 * Opens a backup that is encrypted or not. The content ends with an error for another key than the
 * file's, and after a change of any byte. Throws if the file cannot be read, or lacks its key.
 */
export async function openPlain(file: string, secret: string | undefined): Promise<PlainFile> {
  const { head, size } = await readHead(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read.`, { cause: error });
  });
  if (!head.subarray(0, magic.length).equals(magic))
    return { content: createReadStream(file), bytes: size };
  if (secret === undefined)
    throw new Error(`${file} is encrypted: set RECOUP_BACKUP_KEY to the key that wrote it.`);
  const key = fileKey(secret, head.subarray(magic.length));
  const sealed = createReadStream(file, { start: headBytes, highWaterMark: pieceBytes });
  const count = Math.ceil((size - headBytes) / (pieceBytes + tagBytes));
  return {
    content: Readable.from(decrypt(sealed, { file, key })),
    bytes: size - headBytes - count * tagBytes,
  };
}

async function readHead(file: string): Promise<{ head: Buffer; size: number }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    await handle.close();
  }
}

/** Another key, or an altered file: nothing distinguishes them. */
export class UndecryptableError extends Error {}

async function* decrypt(
  sealed: AsyncIterable<Buffer>,
  { file, key }: { file: string; key: Buffer },
): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, isLast } of pieces(sealed, pieceBytes + tagBytes)) {
    const at = Math.max(piece.length - tagBytes, 0);
    const tag = piece.subarray(at);
    if (tag.length < tagBytes) throw new UndecryptableError(wrongKey(file));
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast), {
      authTagLength: tagBytes,
    }).setAuthTag(tag);
    const plain = decipher.update(piece.subarray(0, at));
    try {
      decipher.final();
    } catch {
      throw new UndecryptableError(wrongKey(file));
    }
    yield plain;
    number += 1;
  }
}

const wrongKey = (file: string): string =>
  `${file} was encrypted with another RECOUP_BACKUP_KEY, is cut off or was altered.`;

type Piece = { piece: Buffer; isLast: boolean };

/** Pieces of equal length, the last of which may be shorter or empty. */
async function* pieces(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Piece> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // The last piece is known only at the end.
    while (rest.length > length) {
      yield { piece: rest.subarray(0, length), isLast: false };
      rest = rest.subarray(length);
    }
  }
  yield { piece: rest, isLast: true };
}

function fileKey(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'recoup backups', 32));
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}
