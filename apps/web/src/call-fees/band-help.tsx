import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { bandExamples } from './band-examples.ts';
import styles from './call-fee-modal.module.css';

/** Explains the rows, with examples from the typed rows once these are complete. */
export function BandHelp({ bands }: { bands: readonly CallFeeBand[] | undefined }) {
  return (
    <details className={styles.history}>
      <summary>How are calls priced?</summary>
      <p>
        Each row is the full price of a call of that length, not a rate per minute. Minutes are
        rounded up; a call of exactly the To minutes falls in that row. After the last row, the
        Thereafter cost is added per interval or part thereof.
      </p>
      {bands !== undefined && (
        <ul>
          {bandExamples(bands).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </details>
  );
}
