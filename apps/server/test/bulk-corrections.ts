import type { Entry } from '@recoup/contract/entries/endpoints';
import type {
  EntryCorrection,
  EntryCorrectionPreview,
  SavedEntryCorrection,
} from '@recoup/contract/entries/entry-corrections';
import { beforeEach, expect } from 'vitest';
import { useFeeChanges } from './fee-changes.ts';

/** The firm of the rate changes, with a second matter, and copies that nothing prices. */
export function useBulkCorrections() {
  const rooms = useFeeChanges();
  const { test, ctx } = rooms;
  const more = { secondMatter: '', copies: '', prints: '' };
  beforeEach(async () => {
    more.secondMatter = (await test.aMatter(ctx.firm)).id;
    more.copies = (await test.aDisbursementType(ctx.firm, { title: 'Copies' })).id;
    more.prints = (await test.aDisbursementType(ctx.firm, { title: 'Prints' })).id;
    await test.assignTypes(ctx.firm);
  });
  const post = (body: object, token = ctx.admin) =>
    test.call('POST /entry-corrections', { token, body: { reason: 'Wrong file', ...body } });
  return {
    ...rooms,
    more,
    post,
    correct: async (body: object): Promise<SavedEntryCorrection> => {
      const reply = await post(body);
      expect(reply).toAnswer(201);
      return reply.json<{ data: SavedEntryCorrection }>().data;
    },
    preview: async (body: object): Promise<EntryCorrectionPreview> => {
      const reply = await post({ ...body, dryRun: true });
      expect(reply).toAnswer(200);
      return reply.json<{ data: EntryCorrectionPreview }>().data;
    },
    undo: async (id: string, token = ctx.admin) =>
      test.call(`DELETE /entry-corrections/${id}`, { token }),
    undone: async (id: string): Promise<EntryCorrection> => {
      const reply = await test.call(`DELETE /entry-corrections/${id}`, { token: ctx.admin });
      expect(reply).toAnswer(200);
      return reply.json<{ data: EntryCorrection }>().data;
    },
    copies: async (body: object = {}): Promise<Entry> => {
      const values = { matter: ctx.matter, disbursementType: more.copies, date: '2026-03-05' };
      const reply = await test.call('POST /entries', {
        token: ctx.thabo.token,
        body: { ...values, amount: 2.5, quantity: 4, ...body },
      });
      expect(reply).toAnswer(201);
      return reply.json<{ data: Entry }>().data;
    },
    setTypes: (ids: string[], values: { vat?: string; active?: boolean }) =>
      test.updateRows('disbursementTypes', { id: ids }, values),
    /** As the firm admin sees it. */
    read: async (id: string): Promise<Entry> =>
      test.data<Entry>(`GET /entries/${id}`, { token: ctx.admin }),
    change: async (id: string, body: object) =>
      test.call(`PUT /entries/${id}`, {
        token: ctx.admin,
        body: { reason: 'Another reason', ...body },
      }),
    audited: async (subjectId: string, action = 'entry.corrected') =>
      (await test.listRows('auditLog', { action, subjectId }, ['details'])).map(
        ({ details }) => details,
      ),
  };
}
