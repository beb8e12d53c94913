import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { maxNamedFields } from '@recoup/contract/core/errors';
import { listPricedTypes } from '../disbursements/disbursements.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { getLayout } from './layouts.service.ts';
import { findSettings, saveSettings } from './posting.repository.ts';

/** Empty until the firm saves some. Throws `not_found`. */
export async function getSettings(
  db: Db,
  firm: FirmScope,
  layout: string,
): Promise<PostingSettings> {
  await getLayout(db, firm, layout);
  return (await findSettings(db, firm, layout)) ?? { accounts: {} };
}

/** Throws `not_found`, and `invalid_input` for a disbursement type that the firm does not have. */
export async function replaceSettings(
  db: Db,
  by: AuditContext,
  { layout, settings }: { layout: string; settings: PostingSettings },
): Promise<PostingSettings> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const { name } = await getLayout(trx, firm, layout);
    const { data: types } = await listPricedTypes(trx, firm, { now: by.now });
    const known = new Set(types.map(({ _id }) => _id));
    const unknown = Object.keys(settings.accounts).filter((id) => !known.has(id));
    if (unknown.length > 0) throw unknownTypes(unknown);
    await saveSettings(trx, firm, { layout, settings });
    await recordAudit(trx, by, {
      action: 'posting-settings.saved',
      subjectId: null,
      details: { layout: name },
    });
    return settings;
  });
}

function unknownTypes(ids: readonly string[]): AppError {
  const message = 'The firm has no such disbursement type.';
  const names = ids.slice(0, maxNamedFields).map((id) => [`accounts.${id}`, message] as const);
  return new AppError('invalid_input', { message, fields: Object.fromEntries(names) });
}
