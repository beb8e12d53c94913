import type { Entry } from '@recoup/contract/entries/endpoints';
import { entryFacts } from './entry-facts.ts';
import styles from './reversals.module.css';

/** Which entry a sheet shows. */
export function EntryFactList({ entry }: { entry: Entry }) {
  return (
    <dl className={styles.facts} aria-label="This entry">
      {entryFacts(entry).map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
