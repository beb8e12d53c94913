import type { SupplierAccount } from '@recoup/contract/suppliers/account-endpoints';

export function accountTitle({ number, total }: SupplierAccount): string {
  return `${total < 0 ? 'Credit note' : 'Account'} ${number}`;
}
