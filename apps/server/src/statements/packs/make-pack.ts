import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import { packLimits } from '@recoup/contract/statements/pack-rules';
import { createAllFirmsScope, createFirmScope, type FirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { createBufferSweeper } from '../../platform/core/buffer-sweeper.ts';
import { programEnded, startProgram } from '../../platform/core/child-program.ts';
import { isDatabaseUnavailable } from '../../platform/database/error-codes.ts';
import { type Db, type Trx, withScope } from '../../platform/database/connections.ts';
import type { JobHandlers, WorkerOptions } from '../../platform/jobs/worker.ts';
import { readVoucher } from '../../vouchers/vouchers.service.ts';
import { type MakerMessage, type PackFacts, packSums } from './pack.ts';
import { readPack } from './packs.service.ts';
import {
  countTry,
  deleteOldFiles,
  deletePieces,
  findNextPack,
  findPackToMake,
  insertPackPiece,
  lockPack,
  markFailed,
  markReady,
  queueWaitingPacks,
  setProgress,
} from './packs.repository.ts';

type MakeOptions = { db: Db; log: WorkerOptions['log'] };
const makePackJob = 'make-taxation-pack';
export const queuePacksJob = 'queue-taxation-packs';

/** A job may end without its pack: by a restore, a killed process, or a turn of another pack. */
export const packCrontab = `* * * * * ${queuePacksJob} ?jobKey=${queuePacksJob}`;

export function packJobs(options: MakeOptions): JobHandlers {
  const everywhere = createAllFirmsScope();
  return {
    [makePackJob]: async () => makeNextPack(options),
    [queuePacksJob]: async () =>
      queueWaitingPacks(withScope(options.db, everywhere, 'jobs'), everywhere),
  };
}

/** Each job is a turn: the pack that is made is not always the one that queued it. */
async function makeNextPack(options: MakeOptions): Promise<void> {
  const everywhere = createAllFirmsScope();
  const next = await findNextPack(withScope(options.db, everywhere, 'jobs'), everywhere);
  if (next) await makePack(options, next);
}

const maxTries = 5;
const failure = 'The pack could not be made. Please try again, or choose fewer days.';

type Making = { id: string; log: WorkerOptions['log'] };

/**
 * Makes a pack; a second run at the same time waits, and one after a run that did not end begins
 * anew. Throws while the database is away: it is tried again, some times.
 */
async function makePack(
  { db: all, log }: MakeOptions,
  { firmId, packId: id }: { firmId: string; packId: string },
): Promise<void> {
  const firm = createFirmScope(firmId);
  const db = withScope(all, firm, 'jobs');
  await db.transaction().execute(async (trx) => {
    await lockPack(trx, id);
    await makeLocked({ db, trx }, firm, { id, log });
  });
}

/** The end is written in the transaction that has the lock: no run without it ends a pack. */
async function makeLocked(
  { db, trx }: { db: Db; trx: Trx },
  firm: FirmScope,
  { id, log }: Making,
): Promise<void> {
  const requested = await findPackToMake(trx, firm, id);
  if (!requested) return;
  const { matterId, fromDate: from, toDate: to, masksNumbers, tries } = requested;
  if (tries >= maxTries) return endFailed(trx, firm, { id, reason: failure });
  await countTry(db, firm, id);
  try {
    const facts = await readPack(db, firm, { matterId, from, to, masksNumbers });
    await deletePieces(db, firm, id);
    const made = await runMaker(db, firm, { id, facts });
    await markReady(trx, firm, {
      id,
      ...made,
      items: facts.items.length,
      sumCents: Number(packSums(facts.items).total),
    });
    await deleteOldFiles(trx, firm, packLimits.kept);
  } catch (error) {
    if (error instanceof Error && isDatabaseUnavailable(error)) throw error;
    const isExpected = error instanceof AppError;
    const { firmId } = firm;
    if (!isExpected) log.warn({ err: error, firmId, packId: id }, 'a taxation pack was not made');
    await endFailed(trx, firm, { id, reason: isExpected ? error.message : failure });
  }
}

async function endFailed(
  trx: Trx,
  firm: FirmScope,
  failed: { id: string; reason: string },
): Promise<void> {
  await deletePieces(trx, firm, failed.id);
  await markFailed(trx, firm, failed);
}

const program = new URL('parts/maker-process', import.meta.url);
const maxMs = 15 * 60_000;

async function runMaker(db: Db, firm: FirmScope, { id, facts }: { id: string; facts: PackFacts }) {
  const child = startProgram(program, {
    heapMb: 256,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, reports] = child.stdio;
  if (!stdin || !stdout || !stderr || !(reports instanceof Readable))
    throw new Error('there are no pipes');
  let fault = '';
  stderr.on('data', (text: Buffer) => void (fault = `${fault}${text.toString()}`.slice(-2_000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), maxMs);
  const sweep = createBufferSweeper({ everyBytes: sweptBytes });
  try {
    const [exitCode, result, stored] = await Promise.all([
      programEnded(child),
      // The whole ZIP is sent before the result.
      followReports(db, firm, { id, reports, onResult: () => child.kill('SIGKILL') }),
      storePieces(db, firm, { id, content: stdout, sweep }),
      // A process that has ended reads no more.
      pipeline(
        Readable.from(makerInput(db, firm, { facts, sweep }), { objectMode: false }),
        stdin,
      ).catch(ignoreClosedPipe),
    ]);
    if (!result) throw new Error(`it ended with ${exitCode}: ${fault}`);
    return { ...stored, parts: result.parts, pages: result.pages };
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

/** Counted over the vouchers that are read and the pack that is written. */
const sweptBytes = 4 * 1024 * 1024;

type Sweep = (bytes: number) => void;

/** The facts, and the vouchers in their order, one piece in memory. */
async function* makerInput(
  db: Db,
  firm: FirmScope,
  { facts, sweep }: { facts: PackFacts; sweep: Sweep },
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(facts)}\n`);
  for (const { voucher } of facts.vouchers) {
    const pieces: AsyncIterable<Buffer> = readVoucher(db, firm, voucher);
    for await (const piece of pieces) {
      yield lengthBytes(piece.length);
      yield piece;
      sweep(piece.length);
    }
    yield lengthBytes(0);
  }
}

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

type Result = Extract<MakerMessage, { parts: unknown }>;

/** Shows the progress, at most once a second; returns the result. */
async function followReports(
  db: Db,
  firm: FirmScope,
  { id, reports, onResult }: { id: string; reports: Readable; onResult: () => void },
): Promise<Result | undefined> {
  let result: Result | undefined;
  let shownAt = 0;
  for await (const line of createInterface({ input: reports })) {
    const message = JSON.parse(line) as MakerMessage; // from our own program
    if ('parts' in message) {
      result = message;
      onResult();
    } else if (Date.now() - shownAt > 1_000) {
      shownAt = Date.now();
      await setProgress(db, firm, { id, progress: message.progress });
    }
  }
  return result;
}

const pieceBytes = 1024 * 1024;

/** Stores all pieces from one buffer. */
async function storePieces(
  db: Db,
  firm: FirmScope,
  { id, content, sweep }: { id: string; content: NodeJS.ReadableStream; sweep: Sweep },
): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes);
  let [bytes, place, size] = [0, 0, 0];
  const store = async (): Promise<void> => {
    if (size === 0) return;
    await insertPackPiece(db, firm, { packId: id, place, content: piece.subarray(0, size) });
    sweep(size);
    [size, place] = [0, place + 1];
  };
  for await (const chunk of content) {
    let rest = chunk as Buffer; // no encoding is set
    hash.update(rest);
    bytes += rest.length;
    while (rest.length > 0) {
      const copied = rest.copy(piece, size);
      rest = rest.subarray(copied);
      size += copied;
      if (size === piece.length) await store();
    }
  }
  await store();
  return { bytes, sha256: hash.digest() };
}
