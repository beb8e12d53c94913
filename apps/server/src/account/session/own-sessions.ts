import type { Session } from '@recoup/contract/account/session-endpoints';
import type { Actor, AuditContext } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { rememberOwnPlace } from '../own-account.service.ts';
import type { Client } from './known-places.service.ts';
import { deleteOwnSession, listOpenSessions } from './sessions.repository.ts';
import { endSessions, openAt } from './sessions.service.ts';

/** The caller's open sessions, the latest first. */
export async function listOwnSessions(db: Db, actor: Actor, now: Date): Promise<Session[]> {
  const sessions = await listOpenSessions(db, actor.userId, openAt(now));
  return sessions.map(({ id, address, agent, createdAt, seenAt }) => ({
    _id: id,
    isCurrent: id === actor.sessionId,
    device: deviceName(agent),
    address,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
}

/** Also the current one. Throws `not_found` for one that is not the caller's. */
export async function endOwnSession(db: Db, by: AuditContext, id: string): Promise<number> {
  const { userId } = by.actor;
  return db.transaction().execute(async (trx) => {
    if (!(await deleteOwnSession(trx, { id, userId }))) throw new AppError('not_found');
    await recordEnd(trx, by, { action: 'user.session-ended', ended: 1 });
    return 1;
  });
}

/**
 * Ends all but this session, and forgets the other places and devices: one of them may be lost.
 * Returns how many ended, and the token of this device.
 */
export async function endOtherOwnSessions(
  db: Db,
  by: AuditContext & Client,
): Promise<{ ended: number; device: string }> {
  const { userId, sessionId } = by.actor;
  const ended = await db.transaction().execute(async (trx) => {
    const count = await endSessions(trx, userId, { now: by.now, except: sessionId });
    await recordEnd(trx, by, { action: 'user.other-sessions-ended', ended: count });
    return count;
  });
  return { ended, device: await rememberOwnPlace(db, by, userId) };
}

type End = { action: 'user.session-ended' | 'user.other-sessions-ended'; ended: number };

async function recordEnd(db: Db, by: AuditContext, { action, ended }: End): Promise<void> {
  await recordAudit(db, by, { action, subjectId: by.actor.userId, details: { ended } });
}

/** The first that matches; many browsers name others too. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** “Firefox on Windows”, from what a browser says of itself. */
export function deviceName(agent: string | null): string {
  if (agent === null) return 'Unknown device';
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser === undefined && system === undefined) return 'Unknown device';
  if (browser === undefined) return `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(names: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
