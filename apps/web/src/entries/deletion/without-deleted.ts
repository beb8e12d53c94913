import type { Entry } from '@recoup/contract/entries/endpoints';
import { toCents, toCentsTotal, toRandTotal } from '@recoup/contract/core/money';
import type { VatTotals } from '@recoup/contract/vat/amounts';
import { toVatTotals } from '@recoup/contract/vat/totals';

type Page = {
  data: Entry[];
  count: number;
  amount?: number | string;
  vat?: VatTotals | undefined;
};

/**
 * The list without entries that are being deleted; count and sums as they will be. `elsewhere` are
 * entries on its other pages, which count too.
 */
export function withoutDeleted<P extends Page>(
  page: P,
  deleted: ReadonlySet<string>,
  elsewhere: readonly Entry[] = [],
): P {
  const gone = [...page.data, ...elsewhere].filter(({ _id }) => deleted.has(_id));
  if (gone.length === 0) return page;
  return {
    ...page,
    data: page.data.filter(({ _id }) => !deleted.has(_id)),
    count: page.count - gone.length,
    ...(page.amount !== undefined && {
      amount: toRandTotal(toCentsTotal(page.amount) - sumEntryCents(gone, ({ amount }) => amount)),
    }),
    ...(page.vat && { vat: lessVat(page.vat, gone) }),
  };
}

function lessVat({ net, vat }: VatTotals, gone: readonly Entry[]): VatTotals {
  return toVatTotals(
    toCentsTotal(net) - sumEntryCents(gone, (entry) => entry.vat?.net ?? entry.amount),
    toCentsTotal(vat) - sumEntryCents(gone, (entry) => entry.vat?.vat ?? 0),
  );
}

function sumEntryCents(entries: readonly Entry[], rand: (entry: Entry) => number): bigint {
  return entries.reduce((sum, entry) => sum + BigInt(toCents(rand(entry))), 0n);
}
