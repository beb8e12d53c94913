import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { callLog, type LoggedCall, ownCallFiles } from '../../../test/own-calls.ts';

const call = useCallFirm();
const { ctx, take, test } = call;
const { send } = ownCallFiles(call);

const client = '082 555 0101';
const [days, perDay] = [26, 400] as const;
const march = (at: number) => `2026-03-${String(1 + at).padStart(2, '0')}`;

it('refuses calls that could be too many known ones', async () => {
  await take(['2026-03-01 09:00:00', '102', client, 300]);
  await sql`
    insert into call_records (firm_id, id, source_id, call_key, import_id, started_at, seconds,
      direction, own_party, other_party, legs)
    select firm_id, gen_random_uuid(), source_id, call_key || day || ' ' || more, import_id,
      started_at + day * interval '1 day', seconds, direction, own_party, other_party, legs
    from call_records, generate_series(0, ${days - 1}::integer) as day,
      generate_series(1, 20) as more
    where firm_id = ${ctx.firm.id}`.execute(test.db);
  const calls = Array.from({ length: days * perDay }, (_, at): LoggedCall => {
    const [day, place] = [Math.floor(at / perDay), at % perDay];
    const minute = `0${Math.floor(place / 100)}`;
    return [client, `${march(day)} 09:${minute}:${10 + (place % 50)}`, 300 + (place % 7)];
  });
  expect(await send(callLog(...calls))).toAnswer(400, {
    fields: { fileStream: expect.stringContaining('shorter period') },
  });
  expect(await test.listRows('ownCallImports', { firmId: ctx.firm.id })).toEqual([]);
});
