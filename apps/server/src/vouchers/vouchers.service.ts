import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '@recoup/contract/core/ids';
import type { VoucherKind } from '@recoup/contract/vouchers/rules';
import { createAllFirmsScope, type FirmScope } from '../platform/core/actor.ts';
import { AppError, notFound } from '../platform/core/app-error.ts';
import { createLimiter, type Limiter } from '../platform/core/limiter.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { cleanInProcess } from './content/clean-in-process.ts';
import {
  deleteUnlinked,
  findByHash,
  findPiece,
  insertPiece,
  insertVoucher,
  markLinked,
  type StoredVoucher,
} from './vouchers.repository.ts';

export type { StoredVoucher } from './vouchers.repository.ts';

/**
 * One file is read at a time, in turns of firms: that bounds the memory. A phone sends what waits
 * in it at once.
 */
const limits = {
  name: 'vouchers',
  concurrency: 1,
  maxEnteredPerGroup: 60,
  maxEnteredPerMember: 30,
  maxWaitMs: 3 * 60_000,
};

/** For all routes that take files of vouchers. */
export function createVoucherLimiter(): Limiter {
  return createLimiter(limits);
}

const pieceBytes = 1024 * 1024;

/** A body that was received as a whole, and can be read again. */
export type ReceivedFile = { bytes: number; read(): Readable };

/**
 * Stores the content of a file once a firm; without a link it goes a day later. Throws
 * `invalid_input` with a sentence for a file that is refused.
 */
export async function storeVoucher(
  db: Db,
  firm: FirmScope,
  { file, now }: { file: ReceivedFile; now: Date },
): Promise<StoredVoucher> {
  const receivedSha256 = await hash(file.read());
  const known = await findByHash(db, firm, receivedSha256);
  if (known) return known;
  let sha256 = receivedSha256;
  const insert = async (content: Chunks, of: Pick<StoredVoucher, 'kind' | 'pages' | 'bytes'>) => {
    const { kind, pages, bytes } = of;
    const id = newId(now.getTime());
    const voucher = { id, kind, pages, bytes, sha256, receivedSha256 };
    await insertContent(db, firm, { voucher, now, content });
  };
  const cleaned = await cleanInProcess(file.read(), {
    take: async (chunks, { content, ...of }) => {
      sha256 = Buffer.from(content.sha256, 'hex');
      await insert(chunks, { ...of, bytes: content.bytes });
    },
  });
  if (!cleaned.isClean) throw new AppError('invalid_input', { message: cleaned.message });
  if (!cleaned.content) await insert(file.read(), { ...cleaned, bytes: file.bytes });
  const saved = await findByHash(db, firm, sha256);
  if (!saved) throw new Error('a voucher that was just stored is gone');
  return saved;
}

type Chunks = AsyncIterable<Buffer>;

async function hash(content: Chunks): Promise<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of content) digest.update(chunk);
  return digest.digest();
}

/** Nothing where the same content was stored meanwhile. */
async function insertContent(
  db: Db,
  firm: FirmScope,
  input: { voucher: StoredVoucher; now: Date; content: Chunks },
): Promise<void> {
  const { voucher, now, content } = input;
  await db.transaction().execute(async (trx) => {
    if (!(await insertVoucher(trx, firm, { ...voucher, now }))) return;
    let place = 0;
    for await (const piece of pieces(content)) {
      await insertPiece(trx, firm, { voucherId: voucher.id, place, content: piece });
      place += 1;
    }
  });
}

async function* pieces(content: Chunks): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  let room = pieceBytes;
  for await (const chunk of content) {
    let rest = chunk;
    for (; rest.length >= room; [open, room] = [[], pieceBytes]) {
      yield Buffer.concat([...open, rest.subarray(0, room)]);
      rest = rest.subarray(room);
    }
    open.push(rest);
    room -= rest.length;
  }
  if (room < pieceBytes) yield Buffer.concat(open);
}

/** Before a record is linked with it; throws `not_found` if it is gone. */
export async function holdVoucher(
  trx: Trx,
  firm: FirmScope,
  of: { id: string; now: Date },
): Promise<void> {
  if (!(await markLinked(trx, firm, of))) throw notFound('voucher');
}

/** The stored bytes, one piece in memory. */
export function readVoucher(db: Db, firm: FirmScope, voucherId: string): Readable {
  return Readable.from(storedPieces(db, firm, voucherId), { objectMode: false });
}

/**
 * A PDF of some pages of a stored one, such as 2-3,5. Throws `invalid_input` for a file that cannot
 * be taken apart.
 */
export async function readVoucherPages(
  db: Db,
  firm: FirmScope,
  { id, pages }: { id: string; pages: string },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const part = await cleanInProcess(readVoucher(db, firm, id), {
    pages,
    take: async (content) => {
      for await (const chunk of content) chunks.push(chunk);
    },
  });
  if (part.isClean && part.content) return Buffer.concat(chunks);
  const message =
    'These pages cannot be taken from the file. The firm admin can download it whole.';
  throw new AppError('invalid_input', { message });
}

async function* storedPieces(db: Db, firm: FirmScope, voucherId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const piece = await findPiece(db, firm, { voucherId, place });
    if (piece === undefined) return;
    yield piece;
  }
}

const forms = {
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  png: { type: 'image/png', extension: 'png' },
  pdf: { type: 'application/pdf', extension: 'pdf' },
} as const satisfies Record<VoucherKind, { type: string; extension: string }>;

/** The media type, and the name with the extension of the content. */
export function voucherFile({ kind }: StoredVoucher, name: string) {
  const { type, extension } = forms[kind];
  return { type, fileName: `${name.replace(/\.[A-Za-z]{2,5}$/, '')}.${extension}` };
}

/** The contract's fields of the content. */
export function contentFields({ id, sha256, receivedSha256, kind, bytes, pages }: StoredVoucher) {
  return {
    _id: id,
    kind,
    bytes,
    pages,
    sha256: sha256.toString('hex'),
    receivedSha256: receivedSha256.toString('hex'),
  };
}

/** Runs with the cleanup of expired rows. */
export async function deleteUnlinkedVouchers(db: Db, now: Date): Promise<void> {
  await deleteUnlinked(db, createAllFirmsScope(), now);
}
