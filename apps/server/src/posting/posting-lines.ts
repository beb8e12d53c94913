import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import { listPricedTypes } from '../disbursements/disbursements.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import type { PostingLine } from './engine/posting-line.ts';
import type { LineBatches } from './engine/posting-stream.ts';
import type { WritableLayout } from './layouts.service.ts';

type TypeIds = Readonly<Record<string, readonly string[]>>;

/**
 * The ids of the types of `known`, of two types with one title the first; for exports from before
 * their types were kept, those that have the titles at present. By title in lower case.
 */
export async function typeIdsByTitle(
  db: Db,
  firm: FirmScope,
  { known, now }: { known: TypeIds; now: Date },
): Promise<ReadonlyMap<string, string>> {
  const { data } = await listPricedTypes(db, firm, { now });
  const ids = new Map(data.map(({ title, _id }) => [title.toLowerCase(), _id]));
  for (const [title, [id]] of Object.entries(known))
    if (id !== undefined) ids.set(title.toLowerCase(), id);
  return ids;
}

type StoredLine = Omit<PostingLine, LaterField> & Partial<Pick<PostingLine, LaterField>>;
type LaterField = 'typeId' | 'entryId' | 'vat' | 'reverses' | 'voucher';

export async function* postingLines(
  batches: AsyncIterable<readonly StoredLine[]>,
  typeIds: ReadonlyMap<string, string>,
): LineBatches {
  for await (const lines of batches)
    yield lines.map((line) =>
      Object.assign(line, {
        typeId: line.typeId ?? typeIds.get(line.disbursementType.toLowerCase()) ?? null,
        entryId: line.entryId ?? null,
        vat: line.vat ?? null,
        reverses: line.reverses ?? null,
        voucher: line.voucher ?? null,
      }),
    );
}

/** With the words of the layout for kinds of VAT that the firm has no word for. */
export function withTaxTypes(
  settings: PostingSettings,
  { taxTypes }: Pick<WritableLayout, 'taxTypes'>,
): PostingSettings {
  return { ...settings, taxTypes: { ...taxTypes, ...settings.taxTypes } };
}
