import { role } from '@recoup/contract/core/access';
import { domainOf } from '@recoup/contract/core/email-field';
import type { ChangedFirm, Firm, NewFirm } from '@recoup/contract/firms/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { addCallType } from '../disbursements/disbursements.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  resolveFirmScope,
} from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { inactivateOtherAdmins, requireFirmAdmin } from '../users/users.service.ts';
import {
  findFirm,
  insertFirm,
  listActiveEmails,
  findDomainsTakenByOthers,
  lockFirm,
  lockFirmExclusively,
  type Logo,
  replaceDomains,
  updateFirmFields,
} from './firms.repository.ts';

/** Throws `not_found`. */
export async function getFirm(db: Db, firm: FirmScope): Promise<Firm> {
  const found = await findFirm(db, firm);
  if (!found) throw new AppError('not_found');
  return found;
}

/** An attorney may write to the firm's admin, whose cell receives one-time passwords, and is the admin's own. */
export function visibleTo(actor: Actor, firm: Firm): Firm {
  if (actor.role !== role.attorney || firm.admin === null) return firm;
  const { cell: _, firstSignInUntil: __, ...admin } = firm.admin;
  return { ...firm, admin };
}

/** Throws `conflict` for a domain of another firm, `invalid_input` for a logo that is no clean JPEG. */
export async function createFirm(db: Db, by: AuditContext, input: NewFirm): Promise<Firm> {
  const { name, domains } = input;
  const logo = await readLogo(input.logo);
  const firm = resolveFirmScope(by.actor, newId());
  return db.transaction().execute(async (trx) => {
    await requireFreeDomains(trx, firm, domains);
    await insertFirm(trx, firm, { name, logo: logo ?? null, now: by.now });
    await replaceDomains(trx, firm, domains);
    await addCallType(trx, firm);
    const details = { name, domains, logo: logoLabel(logo ?? null) };
    await recordAudit(trx, by, {
      action: 'firm.created',
      subjectId: firm.firmId,
      firmId: firm.firmId,
      details,
    });
    return getFirm(trx, firm);
  });
}

/**
 * Changes the firm's fields, its admin, or both. A firm has one admin: all others, also those who were registered and never named, are
 * inactivated and signed out in the same step. Throws `not_found`, `changed_meanwhile`, `conflict` for another firm's domain or for one that
 * is given up while users of the firm sign in with it, and `invalid_input` for a logo that is no clean JPEG or an admin who is no firm admin
 * of this firm.
 */
export async function updateFirm(
  db: Db,
  by: AuditContext,
  input: { firm: FirmScope; change: ChangedFirm },
): Promise<Firm> {
  const { firm, change } = input;
  const found = await getFirm(db, firm);
  // A client that sends the logo back as it read it has not picked another one.
  const logo = change.logo === found.logo ? undefined : await readLogo(change.logo);
  return db.transaction().execute(async (trx) => {
    const before = await lockFirm(trx, firm);
    if (!before) throw new AppError('not_found');
    const { name = before.name, domains = before.domains } = change;
    const adminId = change.admin ?? before.adminId;
    const details = changes(before, { name, domains, adminId, logo });
    if (Object.keys(details).length === 0) return getFirm(trx, firm);
    if (change.version !== undefined && change.version !== before.version)
      throw new AppError('changed_meanwhile');
    // An admin who leaves in the same step holds no domain any more.
    if ('admin' in details) {
      const onlyAdmin = await requireFirmAdmin(trx, firm, adminId);
      await inactivateOtherAdmins(trx, by, { firm, adminId: onlyAdmin });
    }
    if ('domains' in details)
      await updateDomains(trx, firm, { before: before.domains, after: domains });
    await updateFirmFields(trx, firm, { name, adminId, logo });
    await recordAudit(trx, by, {
      action: 'firm.updated',
      subjectId: firm.firmId,
      firmId: firm.firmId,
      details,
    });
    return getFirm(trx, firm);
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockFirm>>>;

/** undefined: stays; null: none. */
async function readLogo(given: string | null | undefined): Promise<Logo | null | undefined> {
  if (given === undefined || given === null) return given;
  // The library that reads pictures is loaded with the first one: an idle process does without it.
  const { cleanLogo } = await import('./logo.ts');
  const result = await cleanLogo(given);
  if (result.isClean) return result.logo;
  throw new AppError('invalid_input', {
    message: result.message,
    fields: { logo: result.message },
  });
}

async function updateDomains(
  trx: Trx,
  firm: FirmScope,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  await lockFirmExclusively(trx, firm);
  await requireFreeDomains(trx, firm, after);
  await requireUnusedDomains(trx, firm, { before, after });
  await replaceDomains(trx, firm, after);
}

/** A domain that is given up is free for another firm, so nobody of this one may still sign in with it. */
async function requireUnusedDomains(
  trx: Trx,
  firm: FirmScope,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const givenUp = before.filter((domain) => !after.includes(domain));
  const emails = givenUp.length === 0 ? [] : await listActiveEmails(trx, firm, givenUp);
  const [first] = emails;
  if (first === undefined) return;
  const domain = domainOf(first);
  const others = emails.filter((email) => domainOf(email) === domain).length - 1;
  const who =
    others === 0
      ? `${first} signs in with it`
      : `${first} and ${others} more of this firm sign in with it`;
  const message = `The domain ${domain} is in use: ${who}. Change their email or make them inactive first.`;
  throw new AppError('conflict', {
    message,
    fields: { [`domains.${before.indexOf(domain)}`]: message },
  });
}

/** Whose they are is not said: the list of firms is not for everybody's eyes. */
async function requireFreeDomains(
  trx: Trx,
  firm: FirmScope,
  domains: readonly string[],
): Promise<void> {
  const taken = await findDomainsTakenByOthers(trx, firm, domains);
  if (taken.length === 0) return;
  const sentence = (domain: string) =>
    `The domain ${domain} belongs to another firm already. Check its spelling, or take it away from the other firm first.`;
  const fields = Object.fromEntries(
    taken.map((domain) => [`domains.${domains.indexOf(domain)}`, sentence(domain)]),
  );
  throw new AppError('conflict', { message: sentence(taken[0] ?? ''), fields });
}

/** `{ field: [before, after] }` of what differs; of a logo only a mark. */
function changes(
  before: Locked,
  after: {
    name: string;
    domains: readonly string[];
    adminId: string | null;
    logo: Logo | null | undefined;
  },
): Record<string, [unknown, unknown]> {
  const isSame = before.domains.join(' ') === after.domains.join(' ');
  const hasOtherLogo =
    after.logo !== undefined && !(after.logo === null && before.logoLabel === null);
  return {
    ...(before.name !== after.name && { name: [before.name, after.name] }),
    ...(!isSame && { domains: [before.domains, after.domains] }),
    ...(before.adminId !== after.adminId && { admin: [before.adminId, after.adminId] }),
    ...(hasOtherLogo && { logo: [before.logoLabel, logoLabel(after.logo ?? null)] }),
  };
}

function logoLabel(logo: Logo | null): string | null {
  return logo === null ? null : `${logo.large.length} bytes`;
}
