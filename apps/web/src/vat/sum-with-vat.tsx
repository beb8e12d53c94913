import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { VatTotals } from '@recoup/contract/vat/amounts';
import { totalsText } from '@recoup/contract/vat/totals';
import styles from './vat-facts.module.css';

/** A sum in Rand, and below it net, VAT and gross where there is VAT. */
export function SumWithVat({ sum, vat }: { sum: number | string; vat?: VatTotals | undefined }) {
  return (
    <div>
      {formatRand(toCentsTotal(sum))}
      {vat && <small className={styles.totals}>{totalsText(vat)}</small>}
    </div>
  );
}
