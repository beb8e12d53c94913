import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { callsText } from './call-texts.ts';
import { withoutDecided } from './decided-calls.ts';
import { useDecisions } from './decisions.ts';
import styles from './open-calls-link.module.css';
import { callsAtFirst, ownCallsQuery } from './open-calls.queries.ts';

const againMs = 15_000;

/** Leads to the calls that nobody recorded; beside the title. */
export function OpenCallsLink() {
  const decisions = useDecisions();
  const { data } = useQuery({
    ...ownCallsQuery(callsAtFirst),
    // Without an answer the link is missing, and nothing says so.
    refetchInterval: ({ state }) => state.status === 'error' && againMs,
  });
  const open = data && withoutDecided(data, decisions);
  if (!open || open.count === 0) return null;
  return (
    <Link to={paths.ownCalls} className={styles.link}>
      <span>{callsText(open.count)} nobody recorded</span>
      <strong>{formatRand(toCentsTotal(open.sum))}</strong>
    </Link>
  );
}
