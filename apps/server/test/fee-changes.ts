import type {
  FeeChange,
  FeeChangeOutcome,
  FeeChangePreview,
} from '@recoup/contract/fee-changes/endpoints';
import { sql } from 'kysely';
import { expect, beforeEach } from 'vitest';
import { useApp } from './app.ts';
import { callFees as addCallFees } from './factories.ts';

export type { FeeChange, FeeChangeOutcome, FeeChangePreview };

/** Before each test a firm: Thabo with fees for calls and consultations, Zanele for calls. */
export function useFeeChanges() {
  const test = useApp();
  const firm = { id: '', domain: '' };
  const ctx = {
    firm,
    admin: '',
    thabo: { id: '', token: '' },
    zanele: { id: '', token: '' },
    call: '',
    consultation: '',
    matter: '',
  };
  beforeEach(async () => {
    Object.assign(firm, await test.aFirm());
    ctx.admin = await test.signInAdmin({ firm });
    for (const [name, as] of [
      ['Thabo Mokoena', ctx.thabo],
      ['Zanele Khumalo', ctx.zanele],
    ] as const) {
      const { id } = await test.aUser({ firm, name });
      Object.assign(as, { id, token: await test.signIn({ id }) });
    }
    ctx.call = (await test.aDisbursementType(firm, { title: 'Call' })).id;
    ctx.consultation = (await test.aDisbursementType(firm, { title: 'Consultation' })).id;
    ctx.matter = (await test.aMatter(firm)).id;
    await test.assignTypes(firm);
    await fees('thabo', 'call', { upTo: agreed, thereafter: [5, 1250] });
    await fees('thabo', 'consultation', { upTo: { 30: 50_000 } });
    await fees('zanele', 'call', { upTo: { 5: 4000 } });
  });
  type Type = 'call' | 'consultation';
  type Who = 'thabo' | 'zanele';
  const fees = async (
    who: Who,
    type: Type,
    rows: Parameters<typeof addCallFees>[2],
  ): Promise<string> => {
    const of = { firm, attorney: ctx[who], type: { id: ctx[type] } };
    return (await addCallFees(test.db, of, rows)).id;
  };
  const post = (body: object, token = ctx.admin) =>
    test.call('POST /rate-changes', { token, body: { ...sixPercent, ...body } });
  const record = async (who: Who, date: string, minutes: number, type: Type = 'call') => {
    const body = { matter: ctx.matter, disbursementType: ctx[type], date, minutes };
    const reply = await test.call('POST /entries', { token: ctx[who].token, body });
    expect(reply).toAnswer(201);
    return reply.json<{ data: { _id: string; amount: number } }>().data;
  };
  return {
    test,
    ctx,
    fees,
    post,
    record,
    cell: (who: Who, type: Type) => ({ attorney: ctx[who].id, disbursementType: ctx[type] }),
    raise: async (body: object): Promise<FeeChangeOutcome> => {
      const reply = await post(body);
      expect(reply).toAnswer(201);
      return reply.json<{ data: FeeChangeOutcome }>().data;
    },
    preview: async (body: object): Promise<FeeChangePreview> => {
      const reply = await post({ ...body, dryRun: true });
      expect(reply).toAnswer(200);
      return reply.json<{ data: FeeChangePreview }>().data;
    },
    undo: (id: string, token = ctx.admin) => test.call(`DELETE /rate-changes/${id}`, { token }),
    close: async () => {
      const reply = await test.call('POST /exports', { token: ctx.admin, body: {} });
      return reply.json<{ data: { _id: string; number: number } }>().data;
    },
    /** Live schedules with their bands, entries and sums of days, as the tables hold them. */
    tables: async () => {
      const { rows } = await sql<{ row: unknown }>`
        select to_jsonb(t) as row from (
          select 'schedule' as kind, s.id::text, s.valid_from::text as day,
            (select json_agg(b order by position) from call_fee_bands b
              where b.schedule_id = s.id) as more
          from call_fee_schedules s where firm_id = ${firm.id} and replaced_at is null
          union all
          select 'entry', id::text, date::text, (to_jsonb(e) - 'version')::json
          from entries e where firm_id = ${firm.id}
          union all
          select 'day', attorney_id::text, date::text, to_json(d)
          from entry_days d where firm_id = ${firm.id} and count > 0
        ) t order by kind, id, day, more::text`.execute(test.db);
      return rows;
    },
    entry: (id: string) => test.getRow('entries', { id }, ['amountCents', 'scheduleId', 'version']),
  };
}

/** 33, 66, 99 and 113 Rand, and 12.50 for each further five minutes. */
const agreed = { 5: 3300, 10: 6600, 15: 9900, 20: 11_300 };

const sixPercent = { validFrom: '2026-03-01', percent: 6, roundTo: 1 };

export const chargesOf = (rows: readonly { charges: number }[] = []): number[] =>
  rows.map(({ charges }) => charges);
