import type { Entry } from '@recoup/contract/entries/endpoints';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export type Reply = {
  data: Entry;
  code?: string;
  message?: string;
  fields?: Record<string, string>;
};
export type Office = Awaited<ReturnType<typeof officeOf>>;

/** A secretary who records for Anna, and not for Ben; Anna's call costs R 33 up to 5 minutes. */
export async function officeOf(test: TestApp) {
  const firm = await test.aFirm();
  const [anna, ben, secretary] = [
    await test.aUser({ firm, name: 'Anna Botha' }),
    await test.aUser({ firm, name: 'Ben Cele' }),
    await test.aUser({ firm, name: 'Sipho Dube' }),
  ];
  const [call, copies, own, matter] = [
    await test.aDisbursementType(firm, { title: 'Call' }),
    await test.aDisbursementType(firm, { title: 'Copies' }),
    await test.aDisbursementType(firm, { title: 'Postage' }),
    await test.aMatter(firm),
  ];
  const links = [
    { userId: anna.id, disbursementTypeId: call.id },
    { userId: ben.id, disbursementTypeId: call.id },
    { userId: secretary.id, disbursementTypeId: own.id },
    { userId: secretary.id, disbursementTypeId: copies.id },
  ].map((link, index) => ({ ...link, firmId: firm.id, position: index + 1 }));
  await test.insertRows('userDisbursementTypes', links);
  const fees = { firm, attorney: anna, type: call };
  await test.callFees(fees, { upTo: { 5: 3300 }, thereafter: [5, 1000] });
  const admin = await test.signInAdmin({ firm, name: 'Zanele Fourie' });
  const allow = async (recordsFor: string[]) =>
    test.call(`PUT /users/${secretary.id}`, { token: admin, body: { recordsFor } });
  expect(await allow([anna.id])).toAnswer(200);
  const tokens = {
    admin,
    anna: await test.signIn(anna),
    ben: await test.signIn(ben),
    secretary: await test.signIn(secretary),
  };
  const body = {
    attorney: anna.id,
    matter: matter.id,
    disbursementType: call.id,
    date: '2026-03-05',
    minutes: 7,
  };
  const post = async (more: object = {}, token = tokens.secretary) =>
    test.call('POST /entries', { token, body: { ...body, ...more } });
  const recorded = async () => (await post()).json<Reply>().data;
  return {
    firm,
    anna,
    ben,
    secretary,
    call,
    copies,
    own,
    matter,
    tokens,
    allow,
    body,
    post,
    recorded,
  };
}
