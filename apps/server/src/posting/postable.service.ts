import type { ClosingRooms } from '../exports/closings.service.ts';
import type { OpenEntries } from '../exports/snapshot/open-lines.service.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Trx } from '../platform/database/connections.ts';
import { checkLines } from './engine/posting-stream.ts';
import { getLayout } from './layouts.service.ts';
import { withTaxTypes, assertWritable, checkFile } from './posting-files.service.ts';
import { findSettings } from './posting.repository.ts';
import { longestNumber, openPostingLines } from './unfit-entries.service.ts';

/** Keeps and writes nothing. */
export const assertPostable: ClosingRooms['assertPostable'] = async (
  db,
  by,
  { layoutId, ...of },
) => {
  if ('exportId' in of) {
    await checkFile(db, requireFirmScope(by.actor), { ...of, layoutId, now: by.now });
    return;
  }
  const check = async (trx: Trx) => checkOpenEntries(trx, by, { layoutId, ...of.period });
  await (db.isTransaction ? check(db as Trx) : db.transaction().execute(check)); // as it asks
};

async function checkOpenEntries(
  trx: Trx,
  by: AuditContext,
  { layoutId, ...period }: OpenEntries & { layoutId: string },
): Promise<void> {
  const { now } = by;
  const firm = requireFirmScope(by.actor);
  const layout = await getLayout(trx, firm, layoutId);
  const { settings = { accounts: {} } } = (await findSettings(trx, firm, layoutId)) ?? {};
  const lines = await openPostingLines(trx, firm, { now, ...period });
  const { findings } = await checkLines(lines, {
    layout: layout.layout,
    file: {
      exportNumber: longestNumber,
      exportDay: southAfricanDay(now),
      firmName: '',
      settings: withTaxTypes(settings, layout),
    },
  });
  assertWritable(findings);
}
