import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { bandExamples } from './band-examples.ts';
import styles from './call-fee-modal.module.css';

/** What a row means, in words, and with the rows as they stand once they are complete. */
export function BandHelp({ bands }: { bands: readonly CallFeeBand[] | undefined }) {
  return (
    <details className={styles.history}>
      <summary>What does a row mean?</summary>
      <p>
        The cost of a row is the whole price of a call that ends in it, not a price for each minute.
        A begun minute counts as a whole one, and a call of exactly the minutes under To still
        belongs to that row. Thereafter adds its cost for each further interval that is begun.
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
