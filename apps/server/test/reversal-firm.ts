import type { Entry, PricedEntry } from '@recoup/contract/entries/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Before each test of a VAT vendor an attorney's copies, `original`, are locked by `closed`. */
export function useReversals(test: TestApp) {
  const token = { attorney: '', colleague: '', admin: '' };
  const ids = { attorney: '', colleague: '', matter: '', call: '', copies: '' };
  const ctx = { token, ids, original: {} as Entry, closed: { _id: '', number: 0 } }; // set below
  const copies = () => ({
    matter: ids.matter,
    disbursementType: ids.copies,
    date: '2026-03-05',
    amount: 12.5,
    quantity: 3,
    narration: 'Bundle',
  });
  const record = async (body: object = copies()) =>
    test.data<Entry>('POST /entries', { token: token.attorney, body });
  const close = async () => {
    const body = { override: 'Tested' };
    const reply = await test.call('POST /exports', { token: token.admin, body });
    expect(reply).toAnswer(201);
    return reply.json<{ data: { _id: string; number: number } }>().data;
  };
  beforeAll(async () => seed(test, { token, ids }));
  beforeEach(async () => {
    ctx.original = await record();
    ctx.closed = await close();
  });
  return Object.assign(ctx, { copies, record, close, ...requests(test, ctx) });
}

type Context = {
  token: Record<'attorney' | 'colleague' | 'admin', string>;
  ids: Record<'attorney' | 'colleague' | 'matter' | 'call' | 'copies', string>;
};

async function seed(test: TestApp, { token, ids }: Context): Promise<void> {
  const firm = await test.aFirm();
  const [attorney, colleague] = [await test.aUser({ firm }), await test.aUser({ firm })];
  token.attorney = await test.signIn(attorney);
  token.colleague = await test.signIn(colleague);
  token.admin = await test.signInAdmin({ firm });
  const call = await test.aDisbursementType(firm, { title: 'Call', calculated: true });
  await test.callFees({ firm, attorney, type: call }, { upTo: { 5: 3300 } });
  Object.assign(ids, { attorney: attorney.id, colleague: colleague.id, call: call.id });
  ids.copies = (await test.aDisbursementType(firm, { title: 'Copies' })).id;
  await test.assignTypes(firm);
  ids.matter = (await test.aMatter(firm)).id;
  const vendor = { isVatVendor: true, vatNumber: '4123456789' };
  await test.call('PUT /firm-settings', { token: token.admin, body: vendor });
}

function requests(test: TestApp, ctx: Context & { original: Entry }) {
  const { token } = ctx;
  const tryReversal = async (body: object = {}, as = token.attorney, id = ctx.original._id) =>
    test.call(`POST /entries/${id}/reversal`, { token: as, body: { reason: 'Not ours', ...body } });
  return {
    tryReversal,
    reversed: async (body: object = {}, as = token.attorney) => {
      const reply = await tryReversal(body, as);
      expect(reply).toAnswer(201);
      return reply.json<{ data: Reversal }>().data;
    },
    read: async (id: string, as = token.attorney) =>
      test.data<PricedEntry>(`GET /entries/${id}`, { token: as }),
    remove: async (id: string) => test.call(`DELETE /entries/${id}`, { token: token.attorney }),
    /** The preview of the next closing. */
    unexported: async () => {
      const preview = { token: token.admin, body: { dryRun: true } };
      return (await test.call('POST /exports', preview)).json<{ data?: object; code?: string }>();
    },
  };
}

/** What is refused: the status and the sentence. */
export function refusalOf(reply: { statusCode: number; json: () => { message: string } }) {
  return [reply.statusCode, reply.json().message];
}
