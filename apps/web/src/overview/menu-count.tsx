import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { countOf, formatCount } from '../ui/lib/format.ts';
import styles from './menu-count.module.css';
import { overviewQuery, overviewStaleMs as staleTime } from './overview.queries.ts';

type Props = {
  counted: 'calls' | 'exceptions';
  /** In words, for a screen reader. */
  isText?: boolean;
};

/** A count beside an item of the menu, read again on the way to another page. */
export function MenuCount(props: Props) {
  return <Count key={useLocation().pathname} {...props} />;
}

function Count({ counted, isText = false }: Props) {
  const client = useQueryClient();
  const { data } = useQuery({ ...overviewQuery, enabled: false });
  useEffect(() => {
    void client.prefetchQuery({ ...overviewQuery, staleTime });
  }, [client]);
  if (!data) return null;
  const { calls, exceptions } = data;
  const count = counted === 'calls' ? calls.open : exceptions.block + exceptions.warn;
  if (count === 0) return null;
  const text =
    counted === 'calls'
      ? `${countOf(count, 'call', 'calls')} nobody recorded`
      : `${countOf(count, 'exception', 'exceptions')} to look at`;
  if (isText) return text;
  return (
    <span className={styles.count} aria-hidden="true">
      {formatCount(count)}
    </span>
  );
}
