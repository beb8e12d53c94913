import { Button } from '../controls/button.tsx';
import { Tag } from '../feedback/tag.tsx';
import styles from './time-line.module.css';

export type TimeLineItem = {
  id: string;
  period: string;
  kind: 'now' | 'coming' | undefined;
  text: string;
  saved: string;
  onEdit?: () => void;
  onRemove?: () => void;
};

type Props = {
  title: string;
  headingLevel: 2 | 3;
  error: Error | null;
  /** The last ones first; undefined while they load. */
  items: readonly TimeLineItem[] | undefined;
  /** Superseded ones. */
  earlier: readonly TimeLineItem[];
  /** The form holds typed text, which Edit and Remove would replace. */
  isTyped: boolean;
  /** Instead of no items. */
  none: string;
};

/** Past, current and coming versions. */
export function TimeLine({ title, headingLevel, error, items, earlier, none, isTyped }: Props) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={styles.timeLine} aria-label={title}>
      <Heading>{title}</Heading>
      {error !== null && <p>They could not be loaded. {error.message}</p>}
      {error === null && !items && <p aria-busy="true">Loading…</p>}
      {items && (items.length === 0 ? <p>{none}</p> : <Items {...{ items, isTyped }} />)}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>Earlier versions</summary>
          <Items items={earlier} isTyped={isTyped} />
        </details>
      )}
    </section>
  );
}

function Items({ items, isTyped }: { items: readonly TimeLineItem[]; isTyped: boolean }) {
  return (
    <ol className={styles.items}>
      {items.map(({ id, period, kind, text, saved, onEdit, onRemove }) => (
        <li key={id} data-kind={kind}>
          {/* Screen readers read the space before the tag. */}
          <strong>{period}</strong> {kind !== undefined && <Tag>{kind}</Tag>}
          <br />
          {text}
          <br />
          <small>{saved}</small>
          {(onEdit ?? onRemove) && (
            <div className={styles.buttons}>
              {onEdit && <Change verb="Edit" {...{ period, isTyped }} onClick={onEdit} />}
              {onRemove && <Change verb="Remove" {...{ period, isTyped }} onClick={onRemove} />}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

type ChangeProps = { verb: string; period: string; isTyped: boolean; onClick: () => void };

function Change({ verb, period, isTyped, onClick }: ChangeProps) {
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`${verb}: ${period}`}
      disabled={isTyped}
      title={isTyped ? 'Save or discard what you typed first.' : undefined}
      onClick={onClick}
    >
      {verb}
    </Button>
  );
}
