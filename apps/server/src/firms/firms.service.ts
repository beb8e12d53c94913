import { role } from '@recoup/contract/core/access';
import { emailDomain } from '@recoup/contract/core/email-field';
import type { ChangedFirm, Firm, NewFirm } from '@recoup/contract/firms/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { addCallType } from '../disbursements/disbursements.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  resolveFirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError, fieldConflict, conflict, assertVersion } from '../platform/core/app-error.ts';
import { movePasswordAdmin } from '../sign-on/people.service.ts';
import { inactivateOtherAdmins } from '../users/managed-users.service.ts';
import {
  jpegDataUrl,
  findFirm,
  insertFirm,
  listActiveEmails,
  findDomainsTakenByOthers,
  lockFirm,
  type LockedFirm,
  lockFirmExclusively,
  type Logo,
  replaceDomains,
  updateFirmFields,
  getStoredSettings,
  lockStoredSettings,
  updateFirmSettings,
} from './firms.repository.ts';
import { changedFields, type FieldChanges } from '../platform/collections/collections.ts';
import type {
  ChangedFirmSettings,
  FirmSettings,
} from '@recoup/contract/firms/firm-settings-endpoints';
import type { Client } from '../account/session/known-places.service.ts';
import {
  confirmSignOnChange,
  findSignOnSettings,
  saveSignOn,
  type SignOnSealing,
} from '../sign-on/settings.service.ts';
import { southAfricanDay } from '../platform/core/clock.ts';

/** Throws `not_found`. */
export async function getFirm(db: Db, firm: FirmScope): Promise<Firm> {
  const found = await findFirm(db, firm);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Attorneys may know the admin's email, but not the cell, which receives one-time passwords. */
export function visibleTo(actor: Actor, firm: Firm): Firm {
  if (actor.role !== role.attorney || firm.admin === null) return firm;
  const { cell: _, firstSignInUntil: __, ...admin } = firm.admin;
  return { ...firm, admin };
}

/**
 * The same request with the same `_id` makes one firm; another request with that `_id` is a
 * `conflict`. Throws `conflict` also for a domain of another firm, `invalid_input` for the logo.
 */
export async function createFirm(db: Db, by: AuditContext, input: NewFirm): Promise<Firm> {
  const { name, domains } = input;
  const logo = (await readLogo(input.logo)) ?? null;
  const firm = resolveFirmScope(by.actor, input._id ?? newId());
  const sent = { name, domains, logo };
  return db.transaction().execute(async (trx) => {
    if (await isRepeated(trx, firm, sent)) return getFirm(trx, firm);
    await requireFreeDomains(trx, firm, domains);
    if (!(await insertFirm(trx, firm, { name, logo, now: by.now }))) {
      // Another request of that id was first.
      await isRepeated(trx, firm, sent);
      return getFirm(trx, firm);
    }
    await replaceDomains(trx, firm, domains);
    await addCallType(trx, firm);
    const details = { name, domains, logo: logoLabel(logo) };
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
 * Updates the firm's fields, its admin, or both. A firm has one admin: a change makes all others
 * inactive and ends their sessions, even of admins who were registered but never named.
 * Throws `not_found`, `changed_meanwhile`, `conflict` for another firm's domain, or for a
 * removed domain in use, `invalid_input` for the logo, an admin outside the firm, or an
 * inactive one in place of an active one
 */
export async function updateFirm(
  db: Db,
  by: AuditContext,
  input: { firm: FirmScope; change: ChangedFirm },
): Promise<Firm> {
  const { firm, change } = input;
  const found = await getFirm(db, firm);
  // A client may send the unchanged logo back.
  const logo = change.logo === found.logo ? undefined : await readLogo(change.logo);
  return db.transaction().execute(async (trx) => {
    const before = await lockFirm(trx, firm);
    if (!before) throw new AppError('not_found');
    const { name = before.name, domains = before.domains } = change;
    const adminId = change.admin ?? before.adminId;
    const details = changes(before, { name, domains, adminId, logo });
    if (Object.keys(details).length === 0) return getFirm(trx, firm);
    assertVersion(before.version, change.version);
    // First the admin: a replaced one no longer uses a domain.
    if (adminId !== null && 'admin' in details) {
      await inactivateOtherAdmins(trx, by, { firm, adminId });
      await movePasswordAdmin(trx, firm, adminId);
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

/** Whether there is this firm. Throws `conflict` when there is another one of that id. */
async function isRepeated(
  trx: Trx,
  firm: FirmScope,
  sent: { name: string; domains: readonly string[]; logo: Logo | null },
): Promise<boolean> {
  const found = await findFirm(trx, firm);
  if (found === undefined) return false;
  const isSame =
    found.name === sent.name &&
    found.domains.join(' ') === sent.domains.join(' ') &&
    found.logo === (sent.logo && jpegDataUrl(sent.logo.large));
  if (isSame) return true;
  throw conflict('A firm with this id exists already.');
}

/** Undefined keeps the logo, null removes it. */
async function readLogo(dataUrl: string | null | undefined): Promise<Logo | null | undefined> {
  if (dataUrl === undefined || dataUrl === null) return dataUrl;
  // Loaded with the first logo, to save memory in an idle process.
  const { cleanLogo } = await import('./logo.ts');
  const result = await cleanLogo(dataUrl);
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

/** Another firm may take a removed domain, so no active user may have it. */
async function requireUnusedDomains(
  trx: Trx,
  firm: FirmScope,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const removed = before.filter((domain) => !after.includes(domain));
  const emails = removed.length === 0 ? [] : await listActiveEmails(trx, firm, removed);
  const [first] = emails;
  if (first === undefined) return;
  const domain = emailDomain(first);
  const others = emails.filter((email) => emailDomain(email) === domain).length - 1;
  const who =
    others === 0
      ? `${first} signs in with it`
      : `${first} and ${others} more of this firm sign in with it`;
  const advice = 'Change their email or make them inactive first.';
  const message = `The domain ${domain} is in use: ${who}. ${advice}`;
  throw fieldConflict(`domains.${before.indexOf(domain)}`, message);
}

/** The message does not name the other firm. */
async function requireFreeDomains(trx: Trx, firm: FirmScope, domains: readonly string[]) {
  const taken = await findDomainsTakenByOthers(trx, firm, domains);
  if (taken.length === 0) return;
  const messageFor = (domain: string) =>
    `The domain ${domain} belongs to another firm already. ` +
    'Check its spelling, or take it away from the other firm first.';
  const fields = Object.fromEntries(
    taken.map((domain) => [`domains.${domains.indexOf(domain)}`, messageFor(domain)]),
  );
  throw new AppError('conflict', { message: messageFor(taken[0] ?? ''), fields });
}

/** `{ field: [before, after] }` for the audit log; a logo by its label. */
function changes(
  before: LockedFirm,
  after: {
    name: string;
    domains: readonly string[];
    adminId: string | null;
    logo: Logo | null | undefined;
  },
): FieldChanges {
  const hasOtherLogo =
    after.logo !== undefined && !(after.logo === null && before.logoLabel === null);
  return {
    ...changedFields(before, after, ['name', 'domains']),
    ...(before.adminId !== after.adminId && { admin: [before.adminId, after.adminId] }),
    ...(hasOtherLogo && { logo: [before.logoLabel, logoLabel(after.logo ?? null)] }),
  };
}

function logoLabel(logo: Logo | null): string | null {
  return logo === null ? null : `${logo.large.length} bytes`;
}

export type SettingsTools = SignOnSealing & { areFactorsPossible: boolean };
type SettingsChange = { change: ChangedFirmSettings; tools: SettingsTools };

/**
 * Absent fields stay as they are. Unchanged settings are not audited.
 * Throws `conflict` for a policy of second factors where none can be added, and as
 * `confirmSignOnChange` and `saveSignOn`.
 */
export async function saveFirmSettings(
  db: Db,
  by: AuditContext & Client,
  { change: { signOn, password, ...change }, tools }: SettingsChange,
): Promise<FirmSettings> {
  const { policy = 'off' } = change.secondFactor ?? {};
  if (policy !== 'off' && !tools.areFactorsPossible) throw noFactorsPossible();
  const firm = requireFirmScope(by.actor);
  const confirmed =
    signOn !== undefined &&
    (await confirmSignOnChange(db, by, { signOn, password, egress: tools.egress }));
  return db.transaction().execute(async (trx) => {
    const stored = await lockStoredSettings(trx, firm);
    const before = { ...stored, signOn: await findSignOnSettings(trx, firm) };
    const after = {
      ...before,
      ...change,
      reminders: { ...before.reminders, ...change.reminders },
      secondFactor: nextPolicy(before.secondFactor, change.secondFactor, by.now),
      ...(confirmed && {
        signOn: await saveSignOn(trx, by, { ...confirmed, sealer: tools.sealer }),
      }),
    };
    const [earlier, later] = [flattenSettings(before), flattenSettings(after)];
    const details = {
      ...changedFields(earlier, later, [...new Set(Object.keys({ ...earlier, ...later }))]),
      ...(signOn?.clientSecret !== undefined && { 'signOn.clientSecret': [null, 'replaced'] }),
    };
    if (Object.keys(details).length === 0) return before;
    const { signOn: _, ...columns } = after;
    await updateFirmSettings(trx, firm, columns);
    await recordAudit(trx, by, { action: 'firm.updated', subjectId: firm.firmId, details });
    return after;
  });
}

export async function getFirmSettings(db: Db, firm: FirmScope): Promise<FirmSettings> {
  return {
    ...(await getStoredSettings(db, firm)),
    signOn: await findSignOnSettings(db, firm),
  };
}

/** The policy would shut out the whole firm, and the admin who could end it. */
function noFactorsPossible(): AppError {
  return conflict(
    'Nobody could add a second factor yet: please ask the operator to set RECOUP_SECRET_KEY, ' +
      'or an address with https.',
  );
}

type Policy = FirmSettings['secondFactor'];

/** A policy without a day holds from today; the same one keeps its day. */
function nextPolicy(before: Policy, change: ChangedFirmSettings['secondFactor'], now: Date) {
  if (change === undefined) return before;
  const { policy, from } = change;
  if (policy === 'off') return { policy, from: null };
  const stored = policy === before.policy ? before.from : null;
  return { policy, from: from ?? stored ?? southAfricanDay(now) };
}

/** Each field under its full name, such as `reminders.hour`. */
function flattenSettings(settings: FirmSettings): Record<string, unknown> {
  const { reminders, secondFactor, informationOfficer, signOn, ...vat } = settings;
  const officer = informationOfficer ?? { name: null, email: null, phone: null };
  // People who are not linked are no setting.
  const { notLinked: _, ...provider } = signOn ?? { notLinked: null };
  const groups = { reminders, secondFactor, informationOfficer: officer, signOn: provider };
  const inner = Object.entries(groups).flatMap(([name, fields]) =>
    Object.entries(fields).map(([field, value]): [string, unknown] => [`${name}.${field}`, value]),
  );
  return { ...vat, ...Object.fromEntries(inner) };
}
