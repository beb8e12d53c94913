import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
export const ownLayout = {
  name: 'Ledger of Pretoria',
  delimiter: ';',
  columns: [
    { title: 'Day', field: 'date', date: 'dd/mm/yyyy' },
    { title: 'Matter', field: 'matterNumber', width: 10 },
    { title: 'Amount', field: 'gross', decimalMark: ',' },
    { title: 'Text', field: 'narration', width: 12, fit: 'cut' },
  ],
};

/** A firm with the matter M-1 of Botha and two types, and its requests as its admin. */
export async function aPostingFirm(test: TestApp) {
  const firm = await test.aFirm({ name: 'Mokoena & Partners' });
  const attorney = await test.aUser({ firm });
  const matter = await test.aMatter(firm, { number: 'M-1', client: 'Botha' });
  const call = await test.aDisbursementType(firm, { title: 'Call' });
  const copies = await test.aDisbursementType(firm, { title: 'Copies' });
  const token = {
    admin: await test.signInAdmin({ firm, name: 'Lerato Nkosi' }),
    attorney: await test.signIn(attorney),
  };
  const ask = async (what: string, body?: object) =>
    test.call(what, { token: token.admin, ...(body && { body }) });
  const data = async <T>(what: string, body?: object): Promise<T> =>
    (await ask(what, body)).json<{ data: T }>().data;
  return {
    firm,
    token,
    call: call.id,
    copies: copies.id,
    ask,
    record: async (input: object = {}, type = call) =>
      test.anEntry({ firm, attorney, matter, type }, { date: '2026-03-05', ...input }),
    recordCopies: async (value: object = {}) =>
      test.anEntry({ firm, attorney, matter, type: copies }, { date: '2026-03-05', ...value }),
    addLayout: async (body: object = ownLayout): Promise<PostingLayout> => {
      const reply = await ask('POST /posting-layouts', body);
      expect(reply).toAnswer(201);
      return reply.json<{ data: PostingLayout }>().data;
    },
    put: async (id: string, body: object) => ask(`PUT /posting-layouts/${id}`, body),
    layouts: async () => data<PostingLayout[]>('GET /posting-layouts'),
    settings: async (id: string) => data<unknown>(`GET /posting-layouts/${id}/settings`),
    save: async (id: string, body: object) => ask(`PUT /posting-layouts/${id}/settings`, body),
    close: async () => data<ExportRecord>('POST /exports', { override: 'For the test' }),
    getExport: async (id: string) => data<ExportRecord>(`GET /exports/${id}`),
    file: async (id: string, layout: string) => ask(`GET /exports/${id}/file?layout=${layout}`),
  };
}
