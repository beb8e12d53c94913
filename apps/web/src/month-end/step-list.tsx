import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { closingPreviewQuery, lastClosingQuery } from '../exports/exports.queries.ts';
import { today } from '../platform/browser/local-day.ts';
import { toMonth } from '../platform/browser/months.ts';
import { may } from '../platform/session/may.ts';
import { CheckIcon } from '../ui/controls/icons.tsx';
import { isNothingNew } from './closing/closing-panel.tsx';
import { countsByLevel, toCheckText } from './exceptions/exception-groups.ts';
import styles from './month-end.module.css';
import { exceptionGroupsQuery, monthEndQuery } from './month-end.queries.ts';
import { signOffSummary } from './sign-off/sign-off-texts.ts';

/** `isDone` is undefined until it is known. */
type Step = { id: string; title: string; isDone: boolean | undefined; text: string };

/** The four steps of a month end, each with a tick once it is done, and the way to it. */
export function StepList({ to }: { to: string }) {
  const { search } = useLocation();
  const steps = [useCheckStep(to), usePeopleStep(to), useCloseStep(to), useHandOverStep()];
  return (
    <ol className={styles.steps} aria-label="Steps of the month end">
      {steps
        .filter((step) => step !== undefined)
        .map(({ id, title, isDone, text }, index) => (
          <li key={id}>
            <Link to={{ search, hash: `#${id}` }}>
              <span className={styles.tick} data-done={isDone === true || undefined}>
                {isDone === true ? <Tick /> : index + 1}
              </span>
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </Link>
          </li>
        ))}
    </ol>
  );
}

function Tick() {
  return (
    <>
      <CheckIcon />
      <span className="visually-hidden">Done:</span>
    </>
  );
}

function useCheckStep(to: string): Step {
  const { data } = useQuery(exceptionGroupsQuery(to));
  const counts = data && countsByLevel(data, 'open');
  return {
    id: 'check',
    title: 'Check',
    isDone: counts && counts.block + counts.warn === 0,
    text: counts ? toCheckText(counts) : '…',
  };
}

function usePeopleStep(to: string): Step {
  const attorneys = useQuery(monthEndQuery(toMonth(to))).data?.attorneys;
  return {
    id: 'people',
    title: 'People',
    isDone: attorneys?.every(({ state }) => state === 'complete'),
    text: attorneys ? signOffSummary(attorneys) : '…',
  };
}

function useCloseStep(to: string): Step | undefined {
  const mayClose = may('exports:write');
  const { data, error } = useQuery({ ...closingPreviewQuery({ to }), enabled: mayClose });
  if (!mayClose) return undefined;
  const isNothing = isNothingNew(error);
  const sum = data && formatRand(toCentsTotal(data.sum));
  return {
    id: 'close',
    title: 'Close',
    isDone: isNothing || (data ? false : undefined),
    text: isNothing ? 'Nothing new' : (sum ?? '…'),
  };
}

function useHandOverStep(): Step | undefined {
  const { data: record } = useQuery(lastClosingQuery(today()));
  if (!may('exports:write')) return undefined;
  const isSent = record?.mails.some(({ state }) => state !== 'failed') === true;
  const isDone = record && (isSent || record.postings.length > 0);
  return {
    id: 'hand-over',
    title: 'Hand over',
    isDone: isDone ?? undefined,
    text: record ? `Export ${record.number}${isDone ? '' : ', not yet'}` : 'Nothing closed yet',
  };
}
