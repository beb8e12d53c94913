import type { CurrentUser } from '@recoup/contract/users/user';
import { Link } from 'react-router';
import { useToday } from '../../platform/browser/local-day.ts';
import { paths } from '../../platform/browser/paths.ts';
import { formatLongDate } from '../../ui/lib/format.ts';
import styles from './factor-notice.module.css';

/** Days before a second factor becomes a duty, on which each page says so. */
const noticeDays = 14;
type Props = Pick<NonNullable<CurrentUser['secondFactor']>, 'isOwed' | 'requiredFrom'>;

/** Above each page, for users without a second factor who will need one. */
export function FactorNotice({ isOwed, requiredFrom }: Props) {
  const today = useToday();
  if (isOwed || requiredFrom === null || daysBetween(today, requiredFrom) > noticeDays) return null;
  return (
    <p className={styles.notice} role="status" data-unprinted>
      From {formatLongDate(requiredFrom)} you need a second factor to go on.{' '}
      <Link to={paths.security}>Add one now</Link>
    </p>
  );
}

function daysBetween(day: string, later: string): number {
  return (Date.parse(later) - Date.parse(day)) / 86_400_000;
}
