import { useInViewport } from '@mantine/hooks';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { pricedEntryQuery } from '../../entries/entries.queries.ts';
import { formatDate, formatMinutes } from '../../ui/lib/format.ts';

/** The entry that is probably the same call; loaded once it comes into sight. */
export function ProposedEntry({ id }: { id: string }) {
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  const { data, error, isFetching } = useQuery({ ...pricedEntryQuery(id), enabled: inViewport });
  return (
    <p ref={ref} aria-busy={isFetching || undefined}>
      {data ? (
        `Probably recorded by hand: ${entryText(data)}`
      ) : (
        <>Probably recorded by hand{error === null ? '…' : `. ${error.message}`}</>
      )}
    </p>
  );
}

/** '3 Nov 2026, NP0001, 12 min, R 33.00'. */
function entryText({ date, matter, minutes, amount }: Entry): string {
  const parts = [
    formatDate(date),
    matter.number,
    ...(minutes === null ? [] : [formatMinutes(minutes)]),
    formatRand(toCents(amount)),
  ];
  return parts.join(', ');
}
