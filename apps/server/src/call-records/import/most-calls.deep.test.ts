import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { callFile, useCallFirm } from '../../../test/call-firm.ts';

const { ctx, take, test } = useCallFirm();

const fileOf = (minutes: readonly string[]) =>
  callFile(
    ...minutes.map((minute): [string, string, string, number] => [
      `2026-03-17 11:${minute}:00`,
      '102',
      '0825550101',
      301,
    ]),
  );
const post = async (minutes: readonly string[], more: object = {}) =>
  test.call('POST /call-imports', {
    token: ctx.admin,
    body: { fileStream: fileOf(minutes), ...more },
  });

async function addOpenCalls(count: number): Promise<void> {
  await sql`
    insert into call_records (firm_id, id, source_id, call_key, import_id, started_at, seconds,
      direction, own_party, other_party, legs)
    select r.firm_id, gen_random_uuid(), r.source_id, ${newId()} || n, r.import_id,
      r.started_at - make_interval(mins => n), 60, 'out', '150', '+27825550199', '{}'
    from (select * from call_records where firm_id = ${ctx.firm.id} limit 1) r
      cross join generate_series(1, ${count}::int) n`.execute(test.db);
}

it('refuses more open calls than can be compared, at the import and in its preview', async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  await addOpenCalls(199_998);
  expect(await post(['01', '02'], { dryRun: true })).toAnswer({
    data: { added: 2, fault: /more than 200,000 open calls/ },
  });
  expect(await post(['01', '02'])).toAnswer(400, { fields: { fileStream: /undo an import/ } });
  expect(await post(['01'], { dryRun: true })).toAnswer({ data: { fault: null } });
  expect(await post(['01'])).toAnswer(201);
  const page = { token: ctx.admin };
  expect(await test.call('GET /call-records?page=1&itemsPerPage=10', page)).toAnswer({
    count: 200_000,
  });
  await addOpenCalls(1);
  for (const path of ['GET /call-records?page=1&itemsPerPage=10', 'GET /exceptions'])
    expect(await test.call(path, page)).toAnswer({ fields: { from: /Choose a shorter period/ } });
  expect(await test.call('GET /call-records?from=2026-03-17', page)).toAnswer(200);
});
