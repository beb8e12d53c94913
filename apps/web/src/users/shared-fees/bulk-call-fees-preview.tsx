import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { ChangedAttorney } from '@recoup/contract/users/bulk-call-fees-endpoints';
import { scheduleText } from '../../call-fees/fee-text.ts';
import styles from './bulk-call-fees-dialog.module.css';
import { UserStatusLabel } from '../user-status.tsx';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';

type Props = { type: DisbursementType; attorneys: readonly ChangedAttorney[] };

export function PreviewTable({ type, attorneys }: Props) {
  const changing = attorneys.filter(isChanging);
  return (
    <table role="table" className={styles.table}>
      <caption>{`${changing.length} of ${attorneys.length} will change`}</caption>
      <PlainTableHead titles={['Attorney', 'Status', 'Now', 'Change']} />
      <tbody role="rowgroup">
        {attorneys.map((attorney) => (
          <tr role="row" key={attorney._id}>
            <th role="rowheader" scope="row">
              {attorney.name}
            </th>
            <td role="cell">
              <UserStatusLabel status={attorney.status} />
            </td>
            <td role="cell">
              {attorney.before.length === 0
                ? 'No call fees'
                : scheduleText(attorney.before.map(toCallFeeBand))}
            </td>
            <td role="cell">{changeText(attorney, type.title)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function isChanging({ change, isTypeNew }: ChangedAttorney): boolean {
  return change !== 'none' || isTypeNew;
}

function changeText({ change, isTypeNew }: ChangedAttorney, title: string): string {
  if (isTypeNew) return `${title} added with these fees`;
  if (change === 'none') return 'No change';
  return change === 'added' ? 'Fees added' : 'Fees replaced';
}
