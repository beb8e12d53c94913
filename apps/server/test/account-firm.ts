import { role } from '@recoup/contract/core/access';
import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import type { SupplierAccount } from '@recoup/contract/suppliers/account-endpoints';
import type { Supplier } from '@recoup/contract/suppliers/endpoints';
import { beforeEach, expect } from 'vitest';
import type { TestApp } from './app.ts';

/** A firm with a sheriff, two matters of two attorneys, and a type that nobody is assigned. */
export function useAccounts(test: TestApp) {
  const token = { admin: '', attorney: '', ben: '', auditor: '', other: '' };
  const ids = { firm: '', anna: '', ben: '', sheriff: '', type: '', agent: '', one: '', two: '' };
  let serial = 0;

  beforeEach(async () => {
    const firm = await test.aFirm();
    const anna = await test.aUser({ firm, name: 'Anna Botha' });
    const ben = await test.aUser({ firm, name: 'Ben Cele' });
    token.admin = await test.signInAdmin({ firm, name: 'Lerato Nkosi' });
    token.attorney = await test.signIn(anna);
    token.ben = await test.signIn(ben);
    token.auditor = await test.signInAs({ firm, role: role.auditor, endsOn: '2027-01-01' });
    token.other = await test.signInAdmin();
    Object.assign(ids, {
      firm: firm.id,
      anna: anna.id,
      ben: ben.id,
      type: (await test.aDisbursementType(firm, { title: 'Sheriff’s fee' })).id,
      agent: (await test.aDisbursementType(firm, { title: 'Counsel', vat: 'agent' })).id,
      one: (await test.aMatter(firm, { number: 'M-1', attorneyId: anna.id })).id,
      two: (await test.aMatter(firm, { number: 'M-2', attorneyId: ben.id })).id,
      sheriff: (await supplier({ name: 'Sheriff Pretoria', code: 'SHE001' }))._id,
    });
  });

  const supplier = async (body: object) =>
    test.data<Supplier>('POST /suppliers', { token: token.admin, body });
  const line = (more: object = {}) => ({
    matter: ids.one,
    disbursementType: ids.type,
    amount: 100,
    ...more,
  });
  /** Two lines of R 100.00 and R 57.50. */
  const fields = (more: object = {}) => ({
    supplier: ids.sheriff,
    number: `INV ${++serial}`,
    date: '2026-03-10',
    total: 157.5,
    lines: [line(), line({ matter: ids.two, amount: 57.5 })],
    ...more,
  });
  const send = async (body: object, as = token.admin) =>
    test.call('POST /supplier-accounts', { token: as, body });
  const record = async (more: object = {}): Promise<SupplierAccount> => {
    // Ids are in the order of their times.
    test.clock.advance(1000);
    const reply = await send(fields(more));
    expect(reply).toAnswer(201);
    return reply.json<{ data: SupplierAccount }>().data;
  };
  const creditNote = async (more: object = {}) =>
    record({ total: -40, lines: [line({ amount: -40 })], ...more });
  return {
    token,
    ids,
    supplier,
    line,
    fields,
    send,
    record,
    creditNote,
    ...requests(test, token),
  };
}

function requests(test: TestApp, token: { admin: string }) {
  return {
    read: async (id: string) =>
      test.data<SupplierAccount>(`GET /supplier-accounts/${id}`, { token: token.admin }),
    change: async (id: string, body: object) =>
      test.call(`PUT /supplier-accounts/${id}`, { token: token.admin, body }),
    remove: async (id: string, reason = 'Came twice') =>
      test.call(`DELETE /supplier-accounts/${id}?reason=${encodeURIComponent(reason)}`, {
        token: token.admin,
      }),
    entry: async (id: string | null | undefined) =>
      test.data<PricedEntry>(`GET /entries/${id}`, { token: token.admin }),
    countEntries: async () => {
      const reply = await test.call('GET /entries', { token: token.admin });
      return reply.json<{ count: number }>().count;
    },
    close: async () => {
      const body = { override: 'Tested' };
      const reply = await test.call('POST /exports', { token: token.admin, body });
      expect(reply).toAnswer(201);
      return reply.json<{ data: { _id: string; number: number } }>().data;
    },
    vendor: async (pricesIncludeVat: boolean) => {
      const body = { isVatVendor: true, vatNumber: '4123456789', pricesIncludeVat };
      expect(await test.call('PUT /firm-settings', { token: token.admin, body })).toAnswer(200);
    },
  };
}
