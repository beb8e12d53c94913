import type { Statement } from '@recoup/contract/statements/endpoints';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export type StatementFirm = Awaited<ReturnType<typeof aStatementFirm>>;

/** A firm with matters of Botha and Dlamini, three types, and its requests as its admin. */
export async function aStatementFirm(test: TestApp, input: { isVatVendor?: boolean } = {}) {
  const firm = await test.aFirm({ name: 'Mokoena & Partners' });
  const attorney = await test.aUser({ firm, name: 'Thabo Mokoena' });
  const call = await test.aDisbursementType(firm, { title: 'Call', calculated: true });
  const copies = await test.aDisbursementType(firm, { title: 'Copies' });
  const sheriff = await test.aDisbursementType(firm, { title: 'Sheriff', vat: 'agent' });
  const zero = await test.aDisbursementType(firm, { title: 'Export', vat: 'zero' });
  await test.callFees(
    { firm, attorney, type: call },
    { upTo: { 5: 3300 }, validFrom: '2026-01-01', thereafter: [5, 1250] },
  );
  await test.assignTypes(firm);
  const matter = await test.aMatter(firm, {
    number: 'B/1',
    client: 'Botha',
    description: 'Sale of a house',
  });
  const other = await test.aMatter(firm, { number: 'B-1', client: 'Botha' });
  const third = await test.aMatter(firm, { number: 'D-7', client: 'Dlamini' });
  const token = { admin: await test.signInAdmin({ firm }), attorney: await test.signIn(attorney) };
  const ask = async (what: string, headers: Record<string, string> = {}) =>
    test.call(what, { token: token.admin, headers });
  if (input.isVatVendor === true)
    await test.call('PUT /firm-settings', {
      token: token.admin,
      body: { isVatVendor: true, vatNumber: '4123456789' },
    });
  const record = async (type: { id: string }, body: object, on: { id: string } = matter) => {
    const reply = await test.call('POST /entries', {
      token: token.attorney,
      body: { matter: on.id, disbursementType: type.id, date: '2026-03-05', ...body },
    });
    expect(reply).toAnswer(201);
    return reply.json<{ data: { _id: string } }>().data._id;
  };
  return {
    firm,
    attorney,
    types: { call, copies, sheriff, zero },
    matters: { matter, other, third },
    token,
    ask,
    record,
    /** A call, copies and a sheriff of the first matter. */
    recordThree: async () => {
      await record(sheriff, { amount: 450, voucher: 'SH 12', narration: 'Service' });
      await record(copies, { amount: 2.5, quantity: 3, date: '2026-03-06' });
      await record(call, { minutes: 7, narration: 'With client' });
    },
    statement: async (query = '', of: { id: string } = matter) => {
      const reply = await ask(`GET /matters/${of.id}/statement${query}`);
      expect(reply).toAnswer(200);
      return reply.json<{ data: Statement }>().data;
    },
    file: async (accept: string, query = '', of: { id: string } = matter) =>
      ask(`GET /matters/${of.id}/statement${query}`, { accept }),
  };
}
