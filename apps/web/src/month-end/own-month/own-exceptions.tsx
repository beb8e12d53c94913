import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionNames } from '@recoup/contract/month-end/exceptions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { exceptionsText, keyOf, levelTones } from '../exceptions/exception-words.ts';
import { ownExceptionsQuery } from './own-month.queries.ts';
import styles from './own-month.module.css';

type Deeds = {
  onOpen: (exception: Exception) => void;
  onAccept: (exception: Exception) => void;
};

/** One line until it is opened, so that nothing below it moves when the answer comes. */
export function OwnExceptions({ to, ...deeds }: Deeds & { to: string }) {
  const { data, error, refetch } = useQuery(ownExceptionsQuery(to));
  if (data)
    return data.count === 0 ? (
      <div className={styles.line}>Nothing to look at.</div>
    ) : (
      <Found data={data.data} count={data.count} {...deeds} />
    );
  return (
    <div className={styles.line}>
      {error === null ? 'Loading…' : `Exceptions could not be loaded. ${error.message}`}
      {error !== null && (
        <Button variant="outline" size="small" onClick={() => void refetch()}>
          Retry
        </Button>
      )}
    </div>
  );
}

function Found({ data, count, ...deeds }: Deeds & { data: readonly Exception[]; count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const blocking = data.filter(({ level }) => level === 'block').length;
  return (
    <>
      <div className={styles.line}>
        <span>
          {exceptionsText(count)} to look at
          {blocking > 0 && `, ${blocking} blocking`}
        </span>
        <Button
          variant="outline"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      {isOpen && (
        <ul className={styles.exceptions} aria-label="Own exceptions">
          {data.map((exception) => (
            <Line key={keyOf(exception)} exception={exception} {...deeds} />
          ))}
        </ul>
      )}
      {isOpen && count > data.length && (
        <p className={styles.line}>The first {data.length} are shown.</p>
      )}
    </>
  );
}

function Line({ exception, onOpen, onAccept }: Deeds & { exception: Exception }) {
  const { code, level, message, subject, hasLapsed } = exception;
  return (
    <li>
      <StatusDot label={exceptionNames[code]} tone={levelTones[level]} />
      <p>{message}</p>
      {hasLapsed && <p>Accepted before, but the facts changed.</p>}
      <div className={styles.deeds}>
        {subject.kind === 'entry' ? (
          <Button variant="outline" size="small" onClick={() => onOpen(exception)}>
            {subject.name}
          </Button>
        ) : (
          <span>{subject.name}</span>
        )}
        {level === 'block' ? (
          <small>Put right, or ask your firm’s administrator.</small>
        ) : (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Accept: ${exceptionNames[code]}, ${subject.name}`}
            onClick={() => onAccept(exception)}
          >
            Accept
          </Button>
        )}
      </div>
    </li>
  );
}
