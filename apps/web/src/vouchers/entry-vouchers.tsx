import type { Entry } from '@recoup/contract/entries/endpoints';
import { Suspense, useState } from 'react';
import { may } from '../platform/session/may.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { countOf } from '../ui/lib/format.ts';

const VoucherList = lazyPart(async () => ({
  default: (await import('./voucher-list.tsx')).VoucherList,
}));

/** The vouchers of an entry, folded away and not loaded until they are looked at. */
export function EntryVouchers({ entry }: { entry: Pick<Entry, '_id' | 'vouchers' | 'export'> }) {
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(entry.vouchers);
  const owner = { kind: 'entry', id: entry._id, isLocked: entry.export !== undefined } as const;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summaryText(count)}</summary>
      {isOpen && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <VoucherList owner={owner} onCount={setCount} />
        </Suspense>
      )}
    </details>
  );
}

function summaryText(count: number): string {
  if (count > 0) return countOf(count, 'voucher', 'vouchers');
  return may('vouchers:write') ? 'Add a voucher' : 'No vouchers';
}
