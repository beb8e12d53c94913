import { Readable } from 'node:stream';
import type {
  ChangedPackSettings,
  PackPreview,
  PackSettings,
  TaxationPack,
} from '@recoup/contract/statements/pack-endpoints';
import { packLimits } from '@recoup/contract/statements/pack-rules';
import { newId } from '@recoup/contract/core/ids';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { arrange, bundlePages, maskNumber, maskNumbers, type PackFacts, packSums } from './pack.ts';
import {
  countUnlocked,
  findPackHead,
  listCallNumbers,
  listPackCalls,
  listPackLines,
  listPackLinks,
  type PackPeriod,
} from './pack-lines.repository.ts';
import {
  countMaking,
  findPack,
  findPackPiece,
  findPackSettings,
  insertPack,
  updatePackSettings,
} from './packs.repository.ts';

type Requested = {
  matterId: string;
  from?: string | undefined;
  to?: string | undefined;
  masksNumbers?: boolean | undefined;
};

/** Pairs that are left out are read too. */
const readLines = 10_000;

/**
 * The contents of a pack. Throws `not_found` for another firm's matter, `nothing_to_export` without
 * a locked line, and `too_many_lines` for more than a pack holds.
 */
export async function readPack(
  db: Db,
  firm: FirmScope,
  { masksNumbers, ...period }: PackPeriod & { masksNumbers: boolean },
): Promise<PackFacts> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const head = await findPackHead(trx, firm, period.matterId);
      if (!head) throw notFound('matter');
      const lines = await listPackLines(trx, firm, { ...period, limit: readLines + 1 });
      if (lines.length === 0) throw nothingLocked();
      if (lines.length > readLines) throw tooMany('lines', readLines);
      const links = await listPackLinks(
        trx,
        firm,
        lines.map(({ entry }) => entry),
      );
      const arranged = arrange(lines, links);
      assertBounds(arranged);
      const calls = await listPackCalls(trx, firm, arranged.items);
      const { from, to } = period;
      const settings = await findPackSettings(trx, firm);
      const facts = { ...head, from, to, masksNumbers, settings, ...arranged, calls };
      return masksNumbers ? masked(facts, await listCallNumbers(trx, firm, lines)) : facts;
    });
}

function nothingLocked(): AppError {
  return new AppError('nothing_to_export', {
    message: 'No closed export holds a line of this matter in these days. Close an export first.',
  });
}

function assertBounds({ items, vouchers }: Pick<PackFacts, 'items' | 'vouchers'>): void {
  if (items.length > packLimits.items) throw tooMany('items', packLimits.items);
  if (bundlePages(vouchers) > packLimits.pages)
    throw tooMany('pages of vouchers', packLimits.pages);
  const bytes = vouchers.reduce((sum, voucher) => sum + voucher.bytes, 0);
  if (bytes > packLimits.bytes)
    throw tooMany('MB of vouchers', Math.floor(packLimits.bytes / 1024 / 1024));
}

function tooMany(what: string, most: number): AppError {
  const limit = String(most).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
  const message = `More than ${limit} ${what}, the limit for one pack. Choose fewer days.`;
  return new AppError('too_many_lines', { message });
}

/** Without the last four digits of the numbers of others, also where particulars repeat one. */
function masked(facts: PackFacts, numbers: ReadonlyMap<string, readonly string[]>): PackFacts {
  const withoutNumbers = <Line extends { entry: string; particulars: string }>(line: Line) => {
    const particulars = maskNumbers(line.particulars, numbers.get(line.entry) ?? []);
    return { ...line, particulars };
  };
  return {
    ...facts,
    calls: facts.calls.map((call) => ({
      ...call,
      number: call.number === null ? null : maskNumber(call.number),
    })),
    items: facts.items.map(withoutNumbers),
    leftOut: facts.leftOut.map(withoutNumbers),
  };
}

/** Facts that a pack would hold now. Throws as `readPack` does. */
export async function previewPack(
  db: Db,
  firm: FirmScope,
  { matterId, ...days }: Requested,
): Promise<PackPreview> {
  const period = { matterId, from: days.from ?? null, to: days.to ?? null };
  const facts = await readPack(db, firm, { ...period, masksNumbers: false });
  return {
    items: facts.items.map((item) => ({
      n: item.n,
      entry: item.entry,
      date: item.date,
      particulars: item.particulars,
      amount: toRand(item.grossCents),
      vouchers: item.vouchers.length,
      isVoucherMissing: item.isVoucherMissing,
    })),
    leftOut: facts.leftOut.map(({ grossCents, ...line }) => ({
      ...line,
      amount: toRand(grossCents),
    })),
    pages: bundlePages(facts.vouchers),
    sum: toRandTotal(packSums(facts.items).total),
    withoutVoucher: facts.items.filter(({ isVoucherMissing }) => isVoucherMissing).length,
    unlocked: await countUnlocked(db, firm, period),
  };
}

/**
 * Adds a pack to the ledger, which a job makes. Throws as `readPack` does, and `too_many_requests`
 * while the firm has others in work.
 */
export async function createPack(
  db: Db,
  by: AuditContext,
  { matterId, from, to, masksNumbers = false }: Requested,
): Promise<TaxationPack> {
  const firm = requireFirmScope(by.actor);
  const period = { matterId, from: from ?? null, to: to ?? null };
  const facts = await readPack(db, firm, { ...period, masksNumbers });
  const id = newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    if ((await countMaking(trx, firm)) >= packLimits.making) throw tooManyMaking();
    await insertPack(trx, firm, {
      id,
      matterId,
      fromDate: period.from,
      toDate: period.to,
      masksNumbers,
      items: facts.items.length,
      pages: bundlePages(facts.vouchers),
      sumCents: Number(packSums(facts.items).total),
      createdAt: by.now,
      createdBy: by.actor.userId,
    });
    await recordAudit(trx, by, {
      action: 'taxation-pack.created',
      subjectId: matterId,
      details: { pack: id, from: period.from, to: period.to, masksNumbers },
      rows: facts.items.length,
    });
    return getPack(trx, firm, id);
  });
}

function tooManyMaking(): AppError {
  return new AppError('too_many_requests', {
    message: `Your firm has ${packLimits.making} packs in the making. Wait until one is ready.`,
    retryAfterSeconds: 10,
  });
}

/** Absent fields stay as they are. */
export async function savePackSettings(
  db: Db,
  by: AuditContext,
  { titles, order }: ChangedPackSettings,
): Promise<PackSettings> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const before = await findPackSettings(trx, firm);
    const after = { titles: { ...before.titles, ...titles }, order: order ?? before.order };
    await updatePackSettings(trx, firm, after);
    await recordAudit(trx, by, {
      action: 'taxation-settings.saved',
      subjectId: firm.firmId,
      details: after,
    });
    return after;
  });
}

/** Throws `not_found`. */
export async function getPack(db: Db, firm: FirmScope, id: string): Promise<TaxationPack> {
  const found = await findPack(db, firm, id);
  if (!found) throw notFound('taxation pack');
  return found;
}

/**
 * The ZIP that is sent, which the audit log notes. Throws `conflict` until it is ready, and once it
 * is no longer kept.
 */
export async function sendPack(db: Db, by: AuditContext, id: string) {
  const firm = requireFirmScope(by.actor);
  const pack = await getPack(db, firm, id);
  if (pack.state !== 'ready')
    throw conflict('This pack is not ready. Wait for it, or make another one.');
  if (!pack.isKept) throw conflict('The file of this pack is no longer kept. Make the pack again.');
  await recordAudit(db, by, {
    action: 'taxation-pack.sent',
    subjectId: pack.matter._id,
    details: { pack: id, sha256: pack.sha256 },
    rows: pack.items,
  });
  const content = Readable.from(storedPieces(db, firm, pack), { objectMode: false });
  return { content, pack };
}

/** Throws where the file is deleted meanwhile: half a ZIP must not look like a whole one. */
async function* storedPieces(
  db: Db,
  firm: FirmScope,
  { _id: packId, bytes }: TaxationPack,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let place = 0; sent < (bytes ?? 0); place += 1) {
    const piece = await findPackPiece(db, firm, { packId, place });
    if (piece === undefined) throw new Error('the file of a pack was deleted while it was sent');
    sent += piece.length;
    yield piece;
  }
}
