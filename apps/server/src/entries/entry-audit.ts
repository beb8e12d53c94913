import { toRand } from '@recoup/contract/core/money';
import type { EntryRow } from './entries.repository.ts';

/** The action of the audit log, by which a repeated request finds that its entry was deleted. */
export const entryDeleted = 'entry.deleted';

const audited = [
  'attorneyId',
  'matterId',
  'disbursementTypeId',
  'date',
  'happenedOn',
  'minutes',
  'quantity',
  'amountCents',
  'narration',
  'voucher',
  'seconds',
  'otherParty',
  'vatTreatment',
  'vatBasisPoints',
  'vatIncluded',
] as const;

/** The differing fields as `{ field: [before, after] }`, amounts in Rand. */
export function entryChanges(
  before: EntryRow | undefined,
  after: EntryRow | undefined,
): Record<string, [unknown, unknown]> {
  const value = (row: EntryRow | undefined, name: (typeof audited)[number]) => {
    if (!row || (name.startsWith('vat') && row.vatTreatment === 'none')) return null;
    return name === 'amountCents' ? toRand(row.amountCents) : row[name];
  };
  const pairs = audited.map((name): [string, [unknown, unknown]] => [
    name.replace('Cents', ''),
    [value(before, name), value(after, name)],
  ]);
  return Object.fromEntries(pairs.filter(([, [earlier, later]]) => earlier !== later));
}
