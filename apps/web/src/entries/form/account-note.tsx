import type { Entry } from '@recoup/contract/entries/endpoints';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { may } from '../../platform/session/may.ts';

/** Whether a supplier's account decides its matter, type, amount and day, and its deletion. */
export function isAccountLine({ supplierAccount }: Pick<Entry, 'supplierAccount'>): boolean {
  return typeof supplierAccount?.line === 'number';
}

/** Names the supplier's account of an entry; who reads accounts gets there. */
export function AccountNote({ account }: { account: Entry['supplierAccount'] }) {
  if (account === undefined) return null;
  const { _id: accountId, number, supplier, line } = account;
  const name = `account ${number}`;
  return (
    <p>
      {line === null ? 'Belongs to ' : `Line ${line} of `}
      {may('suppliers:read') ? <Link to={paths.account({ accountId })}>{name}</Link> : name} of{' '}
      {supplier}
      {line !== null && ', which decides matter, type, amount and day'}.
    </p>
  );
}
