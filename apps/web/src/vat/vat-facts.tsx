import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { treatmentNames } from './vat-texts.ts';
import styles from './vat-facts.module.css';

/** Net, VAT and gross of an entry; nothing for a firm that charges no VAT. */
export function VatFacts({ vat }: Pick<Entry, 'vat'>) {
  if (vat === undefined) return null;
  const { treatment, percent, net, vat: tax, gross } = vat;
  const facts = [
    ['Net', net],
    [percent === 0 ? 'VAT' : `VAT ${percent} %`, tax],
    ['Gross', gross],
  ] as const;
  return (
    <dl className={styles.facts} aria-label="VAT of this entry">
      <div>
        <dt>Treatment</dt>
        <dd>{treatmentNames[treatment]}</dd>
      </div>
      {facts.map(([title, amount]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{formatRand(toCents(amount))}</dd>
        </div>
      ))}
    </dl>
  );
}
