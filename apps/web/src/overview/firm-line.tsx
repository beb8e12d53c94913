import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { Overview } from '@recoup/contract/overview/endpoints';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { countOf } from '../ui/lib/format.ts';
import { overviewQuery } from './overview.queries.ts';

/** The work that waits for the firm admin, in one line; without what is empty. */
export function FirmLine() {
  const overview = useQuery(overviewQuery);
  if (overview.data === undefined && overview.error !== null)
    return <NotLoaded what="Where the firm stands" of={overview} />;
  return (
    <p aria-busy={overview.isPending || undefined}>
      {overview.data &&
        parts(overview.data).map(({ key, text }, index) => (
          <Fragment key={key}>
            {index > 0 && ' · '}
            <span>{text}</span>
          </Fragment>
        ))}
    </p>
  );
}

type Part = { key: string; text: ReactNode };

function parts({ open, calls, setUp }: Overview): readonly Part[] {
  const found: (Part | false)[] = [
    open.entries > 0 && {
      key: 'open',
      text: <Link to={paths.monthEnd}>{formatRand(toCentsTotal(open.sum))} ready to close</Link>,
    },
    calls.open > 0 && {
      key: 'calls',
      text: (
        <Link to={paths.firmCalls}>
          {formatRand(toCentsTotal(calls.sum))} in {countOf(calls.open, 'call', 'calls')} nobody
          recorded
        </Link>
      ),
    },
    setUp.next !== null && {
      key: 'set-up',
      text: (
        <>
          Set-up: {setUp.done} of {setUp.of}, <Link to={setUp.next.path}>continue</Link>
        </>
      ),
    },
    setUp.next !== null && { key: 'next', text: `Next: ${setUp.next.name}` },
  ];
  return found.filter((part) => part !== false);
}
