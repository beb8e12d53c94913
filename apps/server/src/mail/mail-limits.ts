import { exportLimits, type FileKind } from '@recoup/contract/exports/files';
import { mailQuota } from '@recoup/contract/mail/endpoints';
import type { getExportSummary } from '../exports/exports.service.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import { hours } from '../platform/core/clock.ts';
import type { Trx } from '../platform/database/connections.ts';
import { listMailTimes, lockQuota } from './mail.repository.ts';

export type MailedExport = Awaited<ReturnType<typeof getExportSummary>>;

export async function requireQuota(trx: Trx, by: AuditContext): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await lockQuota(trx, firm);
  const times = await listMailTimes(trx, firm, ago(by.now, hours(24)));
  const inHour = times.filter((time) => time > ago(by.now, hours(1)));
  const spent = [
    { sent: inHour, max: mailQuota.hour, windowMs: hours(1), period: 'an hour' },
    { sent: times, max: mailQuota.day, windowMs: hours(24), period: 'a day' },
  ].find(({ sent, max }) => sent.length >= max);
  if (!spent) return;
  const free = (spent.sent.at(-spent.max)?.getTime() ?? by.now.getTime()) + spent.windowMs;
  throw new AppError('too_many_requests', {
    message:
      `Your firm has reached its limit of ${spent.max} emails ${spent.period}. ` +
      'Please wait a little and try again.',
    retryAfterSeconds: (free - by.now.getTime()) / 1000,
  });
}

export function assertMailable(facts: MailedExport, type: FileKind): void {
  const message = mailRefusal(facts, type);
  if (message !== null) throw new AppError('too_large', { message });
}

/** Mail servers reject larger files, often days later and unnoticed. */
export function mailRefusal(facts: MailedExport, type: FileKind): string | null {
  const kind = type.toUpperCase();
  const megabytes = exportLimits.mailBytes / 1_000_000;
  const isTooLong = facts.rowCount > exportLimits.mailRows[type];
  if (!isTooLong && (type !== 'csv' || facts.byteCount <= exportLimits.mailBytes)) return null;
  const size = isTooLong
    ? `${facts.rowCount} rows as ${kind}`
    : `${Math.ceil(facts.byteCount / 1_000_000)} MB of ${kind}`;
  const max = isTooLong ? `${exportLimits.mailRows[type]} rows` : `${megabytes} MB`;
  return (
    `This export is too large to email: ${size}, and the most is ${max}. ` +
    'Please download it, or export a shorter period.'
  );
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
