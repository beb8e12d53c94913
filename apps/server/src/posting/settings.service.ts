import type { ChangedPostingSettings, PostingSettings } from '@recoup/contract/posting/endpoints';
import { maxNamedFields } from '@recoup/contract/core/errors';
import { listPricedTypes } from '../disbursements/disbursements.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, assertVersion } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { settingFaults } from './engine/setting-faults.ts';
import { getLayout } from './layouts.service.ts';
import { findSettings, lockLayouts, saveSettings } from './posting.repository.ts';

type ShownSettings = PostingSettings & { version: number };

/** Empty until the firm saves some. Throws `not_found`. */
export async function getSettings(db: Db, firm: FirmScope, layout: string): Promise<ShownSettings> {
  await getLayout(db, firm, layout);
  const { settings, version } = (await findSettings(db, firm, layout)) ?? none;
  return { ...settings, version };
}

const none = { settings: { accounts: {} }, version: 0 };

/**
 * Throws `not_found`, `changed_meanwhile`, and `invalid_input` for a disbursement type that the
 * firm does not have and for a code that a column of the layout cannot hold.
 */
export async function replaceSettings(
  db: Db,
  by: AuditContext,
  { layout, version, ...settings }: ChangedPostingSettings & { layout: string },
): Promise<ShownSettings> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockLayouts(trx, firm);
    const { name, layout: form } = await getLayout(trx, firm, layout);
    const before = (await findSettings(trx, firm, layout)) ?? none;
    assertVersion(before.version, version);
    await assertKnownTypes(trx, firm, { settings, now: by.now });
    assertFields(await settingFaults(form, settings));
    const after = { settings, version: before.version + 1 };
    await saveSettings(trx, firm, { layout, ...after });
    await recordAudit(trx, by, {
      action: 'posting-settings.saved',
      subjectId: null,
      details: { layout: name },
    });
    return { ...settings, version: after.version };
  });
}

async function assertKnownTypes(
  trx: Trx,
  firm: FirmScope,
  { settings, now }: { settings: PostingSettings; now: Date },
): Promise<void> {
  const { data: types } = await listPricedTypes(trx, firm, { now });
  const known = new Set(types.map(({ _id }) => _id));
  const unknown = Object.keys(settings.accounts).filter((id) => !known.has(id));
  const message = 'The firm has no such disbursement type.';
  assertFields(unknown.map((id) => [`accounts.${id}`, message] as const));
}

function assertFields(faults: readonly (readonly [field: string, message: string])[]): void {
  const [first] = faults;
  if (!first) return;
  const fields = Object.fromEntries(faults.slice(0, maxNamedFields));
  throw new AppError('invalid_input', { message: first[1], fields });
}
