import {
  everyone,
  ownOnly,
  type CaseContext,
  type AccessCase,
  admins,
  idIn,
  withoutId,
} from './expectations.ts';
import { spareContent } from './fixture-work.ts';

const reason = { reason: 'It was wrong' };

const account = ({ side }: CaseContext, more: object = {}, ofLine: object = {}) => ({
  body: {
    supplier: side.supplier.id,
    number: 'INV 1',
    date: '2026-03-06',
    total: 5,
    lines: [
      {
        matter: side.matter.id,
        // A type without call fees.
        disbursementType: side.unusedType.id,
        amount: 5,
        attorney: side.people.attorney.id,
        ...ofLine,
      },
    ],
    ...more,
  },
});

export const supplierAccountCases: readonly AccessCase[] = [
  withoutId('listSupplierAccounts', admins(everyone)),
  idIn('listSupplierAccounts', 'query.supplier', 'supplier', admins(everyone)),
  idIn('getSupplierAccount', 'path', 'supplierAccount', admins(ownOnly)),
  idIn('createSupplierAccount', 'body.supplier', 'supplier', admins(ownOnly), (given) =>
    account(given, { supplier: given.id }),
  ),
  idIn('createSupplierAccount', 'body (dry run)', 'none', admins({ rest: 'same' }), (given) =>
    account(given, { dryRun: true }),
  ),
  {
    // An id that the client makes belongs to one account of the firm; another firm's is free.
    ...idIn('createSupplierAccount', 'body._id', 'supplierAccount'),
    ...admins({ absent: 'ok', foreign: 'ok', rest: 'taken' }),
    ask: (given) => account(given, { _id: given.id }),
  },
  idIn('createSupplierAccount', 'body.credits', 'supplierAccount', admins(ownOnly), (given) =>
    account(given, { total: -5, credits: given.id }, { amount: -5 }),
  ),
  {
    ...idIn('createSupplierAccount', 'body.lines.matter', 'matter'),
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: (given) => account(given, {}, { matter: given.id }),
  },
  {
    ...idIn('createSupplierAccount', 'body.lines.disbursementType', 'unusedType'),
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: (given) => account(given, {}, { disbursementType: given.id }),
  },
  {
    ...idIn('createSupplierAccount', 'body.lines.attorney', 'user'),
    ...admins({ ownAttorney: 'ok', rest: 'bad' }),
    ask: (given) => account(given, {}, { attorney: given.id }),
  },
  idIn('updateSupplierAccount', 'path', 'supplierAccount', admins(ownOnly), () => ({
    body: { isPaid: true },
  })),
  idIn('deleteSupplierAccount', 'path', 'supplierAccount', admins(ownOnly), () => ({
    query: reason,
  })),
  idIn('listAccountVouchers', 'path', 'supplierAccount', admins(ownOnly)),
  idIn('addAccountVoucher', 'path', 'supplierAccount', admins(ownOnly), ({ side }) => ({
    body: spareContent(side),
    headers: { 'content-type': 'image/jpeg' },
  })),
  {
    // The account has it.
    ...idIn('addAccountVoucher', 'body.voucher', 'voucher'),
    ...admins({ own: 'same', rest: 'gone' }),
    ask: ({ id, side }) => ({ params: { id: side.supplierAccount.id }, body: { voucher: id } }),
  },
  idIn('removeAccountVoucher', 'path.id', 'supplierAccount', admins(ownOnly), ({ side }) => ({
    params: { voucherId: side.voucher.id },
  })),
  idIn('removeAccountVoucher', 'path.voucherId', 'voucher', admins(ownOnly), ({ id, side }) => ({
    params: { id: side.supplierAccount.id, voucherId: id },
  })),
  {
    // Nothing of the account is locked.
    ...idIn('withdrawAccountVoucher', 'path.id', 'supplierAccount'),
    ...admins({ own: 'taken', rest: 'gone' }),
    ask: ({ id, side }) => ({
      params: { id, voucherId: side.voucher.id },
      body: { withdrawn: 'The wrong one' },
    }),
  },
  {
    ...idIn('withdrawAccountVoucher', 'path.voucherId', 'voucher'),
    ...admins({ own: 'taken', rest: 'gone' }),
    ask: ({ id, side }) => ({
      params: { id: side.supplierAccount.id, voucherId: id },
      body: { withdrawn: 'The wrong one' },
    }),
  },
];
