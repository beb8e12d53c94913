import { useQuery } from '@tanstack/react-query';
import { today } from '../platform/browser/local-day.ts';
import { formatDate } from '../ui/lib/format.ts';
import shared from '../ui/layout/shared.module.css';
import { vatRatesQuery } from './vat.queries.ts';
import { rateTexts } from './rate-texts.ts';

/** The rate of today, and one that is announced. */
export function StandardRate() {
  const { data, error } = useQuery(vatRatesQuery);
  if (error !== null) return <p className={shared.muted}>{error.message}</p>;
  return (
    <p className={shared.muted}>{data ? rateTexts(data, today(), formatDate).join(' ') : ' '}</p>
  );
}
