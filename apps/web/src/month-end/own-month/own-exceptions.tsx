import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { formatCount, formatDate } from '../../ui/lib/format.ts';
import { countsByLevel, notesText, toCheckText } from '../exceptions/exception-groups.ts';
import { exceptionKey, levelTones } from '../exceptions/exception-texts.ts';
import { type OwnExceptionList, ownExceptionsQuery } from './own-month.queries.ts';
import styles from './own-month.module.css';

type Handlers = {
  onOpen: (exception: Exception) => void;
  onAccept: (exceptions: Exception[]) => void;
};

/**
 * One line until it is opened. While it waits it is as long as its answer: nothing below it moves,
 * and the browser takes the page for drawn before the answer comes.
 */
export function OwnExceptions({ to, ...handlers }: Handlers & { to: string }) {
  const { data, error, refetch } = useQuery(ownExceptionsQuery(to));
  if (data)
    return data.count === 0 ? (
      <div className={styles.line}>Nothing to look at up to {formatDate(to)}.</div>
    ) : (
      <Found to={to} found={data} {...handlers} />
    );
  return (
    <div className={styles.line}>
      <span>
        {error === null
          ? `Your entries up to ${formatDate(to)} are being checked before the closing …`
          : `Exceptions could not be loaded. ${error.message}`}
      </span>
      {error !== null && (
        <Button variant="outline" onClick={() => void refetch()}>
          Retry
        </Button>
      )}
    </div>
  );
}

function Found({ to, found, ...handlers }: Handlers & { to: string; found: OwnExceptionList }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, count, groups } = found;
  const counts = countsByLevel(groups, 'open');
  const infos = data.filter(({ level }) => level === 'info');
  const others = data.filter(({ level }) => level !== 'info');
  return (
    <>
      <div className={styles.line}>
        <span>
          {toCheckText(counts)} up to {formatDate(to)}
        </span>
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      {isOpen && others.length > 0 && <ToLookAt data={others} {...handlers} />}
      {isOpen && infos.length > 0 && (
        <details>
          <summary>{notesText(counts.info)}</summary>
          <ul className={styles.exceptions} aria-label="Own notes">
            {infos.map((exception) => (
              <Line key={exceptionKey(exception)} exception={exception} onOpen={handlers.onOpen} />
            ))}
          </ul>
        </details>
      )}
      {isOpen && count > data.length && (
        <p className={styles.line}>The first {data.length} are shown.</p>
      )}
    </>
  );
}

/** Blocking exceptions, and warnings, of which several are accepted for one reason. */
function ToLookAt({ data, onOpen, onAccept }: Handlers & { data: readonly Exception[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const warnings = data.filter(({ level }) => level === 'warn');
  const selected = warnings.filter((each) => chosen.has(exceptionKey(each)));
  const choose = (items: readonly Exception[]) => setChosen(new Set(items.map(exceptionKey)));
  const toggle = (item: Exception) =>
    choose(
      selected.includes(item) ? selected.filter((each) => each !== item) : [...selected, item],
    );
  return (
    <>
      {warnings.length > 0 && (
        <WarningBar {...{ warnings, selected, choose }} onAccept={() => onAccept(selected)} />
      )}
      <ul className={styles.exceptions} aria-label="Own exceptions">
        {data.map((exception) => (
          <Line key={exceptionKey(exception)} exception={exception} onOpen={onOpen}>
            {exception.level === 'block' ? (
              <small>Put right, or ask your firm’s administrator.</small>
            ) : (
              <CheckboxField
                label="Select"
                aria-label={`Select: ${exceptionNames[exception.code]}, ${exception.subject.name}`}
                checked={selected.includes(exception)}
                onChange={() => toggle(exception)}
              />
            )}
          </Line>
        ))}
      </ul>
    </>
  );
}

type BarProps = {
  warnings: readonly Exception[];
  selected: readonly Exception[];
  choose: (items: readonly Exception[]) => void;
  onAccept: () => void;
};

function WarningBar({ warnings, selected, choose, onAccept }: BarProps) {
  const areAll = selected.length === warnings.length;
  return (
    <div className={styles.actions}>
      <Button disabled={selected.length === 0} onClick={onAccept}>
        Accept selected
      </Button>
      <Button variant="outline" onClick={() => choose(areAll ? [] : warnings)}>
        {areAll ? 'Select none' : 'Select all warnings'}
      </Button>
      <output>{selected.length > 0 && `${formatCount(selected.length)} selected`}</output>
    </div>
  );
}

type LineProps = Pick<Handlers, 'onOpen'> & { exception: Exception; children?: React.ReactNode };

function Line({ exception, onOpen, children }: LineProps) {
  const { code, level, message, subject, hasLapsed } = exception;
  return (
    <li>
      <StatusDot label={exceptionNames[code]} tone={levelTones[level]} />
      <p>{message}</p>
      {hasLapsed && <p>Accepted before, but the facts changed.</p>}
      <div className={styles.actions}>
        {subject.kind === 'entry' ? (
          <Button variant="outline" onClick={() => onOpen(exception)}>
            {subject.name}
          </Button>
        ) : (
          <span>{subject.name}</span>
        )}
        {children}
      </div>
    </li>
  );
}
