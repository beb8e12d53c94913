import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, list, record, send, take, test } = useCallFirm();

it.each(['No', 'FALSE', '0', 'No answer', 'NO_ANSWER', 'no-answer', 'Unanswered', 'Abandoned'])(
  'charges no call whose report says “%s”',
  async (answered) => {
    const reply = await send(
      'Start,Extension,Other party,Duration,Answered\n' +
        `2026-03-17 09:00:00,102,0825550101,00:00:20,${answered}\n` +
        '2026-03-17 09:10:00,102,0825550101,00:00:20,Yes\n',
    );
    expect(reply.json()).toMatchObject({ data: { added: 1, unanswered: 1 } });
  },
);

it('knows a call by its number in a report whose lines are counted', async () => {
  const report = (...calls: string[]) =>
    ['Line,Start,Extension,Other party,Seconds,Call id']
      .concat(calls.map((call, at) => `${at + 1},${call}`))
      .join('\n');
  const calls = ['09:00:00,102,0825550101,60,7', '10:00:00,102,0825550101,60,8'];
  const [first = '', second = ''] = calls.map((call) => `2026-03-17 ${call}`);
  await send(report(first, second));
  expect((await send(report(second))).json()).toMatchObject({ data: { added: 0, repeated: 1 } });
});

it('takes no call again that a spreadsheet has written in another way', async () => {
  const head = 'Extension,Start,Dialled,Talk time\n';
  expect((await send(`${head}102,2026-03-17 09:15:22,0825557777,304\n`)).json()).toMatchObject({
    data: { added: 1 },
  });
  for (const line of [
    '102,2026/03/17 09:15:22,825557777,304',
    '102,17/03/2026 9:15:22,0825557777,00:05:04',
  ])
    expect((await send(`${head}${line}\n`)).json()).toMatchObject({
      data: { added: 0, repeated: 1 },
    });
  expect((await send(`${head}102,2026-03-17 09:15:22,0825557778,304\n`)).json()).toMatchObject({
    data: { added: 1 },
  });
});

it('takes no call of Teams to a telephone of the firm, but one that was forwarded', async () => {
  const [head = '', out = ''] = readFileSync(
    new URL('../files/fixtures/teams-pstn.csv', import.meta.url),
    'utf8',
  ).split('\n');
  await test.call('PUT /extensions', {
    token: ctx.admin,
    body: { extensions: [{ value: '082 555 0199', attorney: ctx.lerato.id }] },
  });
  const call = out.replaceAll('+27825550101', '+27825550199');
  const forwarded = call.replace('user_out', 'user_out_forwarding').replaceAll('-1"', '-9"');
  const reply = await send([head, call, forwarded].join('\n'), { isZoneConfirmed: true });
  expect(reply.json()).toMatchObject({ data: { added: 1, internal: 1 } });
  expect((await list()).data).toMatchObject([{ direction: 'in', otherParty: null }]);
});

it('offers no call in bulk that was probably recorded by hand', async () => {
  await record({ minutes: 5 });
  await take(
    ['2026-03-17 09:00:00', '102', '0825550101', 280, 'NP1'],
    ['2026-03-18 09:00:00', '102', '0825550101', 280, 'NP1'],
  );
  const { attorneys } = await list('?isOpen=true');
  expect(attorneys).toMatchObject([{ calls: 2, withCode: 1 }]);
});

it('takes no call again from another report of the same telephone system', async () => {
  const of = (name: string) =>
    readFileSync(new URL(`../files/fixtures/${name}.csv`, import.meta.url), 'utf8');
  await send(of('asterisk-master'));
  const { count } = await list();
  expect((await send(of('freepbx'))).json()).toMatchObject({
    data: { added: 1, repeated: 1, extended: 0 },
  });
  expect((await list()).count).toBe(count + 1);
  expect((await send(of('freepbx'), { dryRun: true })).json()).toMatchObject({
    data: { added: 0, repeated: 2 },
  });
});

it('warns of calls of unknown people, and takes them once the people are known', async () => {
  const file =
    'From,To,Start,Seconds\n0215550100,0825550101,2026-03-17 10:00:00,60\n' +
    '102,103,2026-03-17 11:00:00,60\n';
  const preview = async () =>
    (await send(file, { dryRun: true })).json<{ data: { added: number; notices: string[] } }>()
      .data;
  expect(await preview()).toMatchObject({
    added: 0,
    internal: 2,
    notices: [expect.stringMatching(/counted as internal, 1 may be lost/)],
  });
  await test.call('PUT /extensions', {
    token: ctx.admin,
    body: { extensions: [{ value: '021 555 0100', attorney: ctx.lerato.id }] },
  });
  expect(await preview()).toMatchObject({ added: 1, internal: 1, notices: [] });
});

it('names a day of Teams that does not exist', async () => {
  const file = readFileSync(new URL('../files/fixtures/teams-pstn.csv', import.meta.url), 'utf8');
  const reply = await send(file.replace('2026-10-05T22:30:00.123Z', '2026-02-30T22:30:00.123Z'));
  expect(reply.json()).toMatchObject({ code: 'rows_refused', rows: [{ column: 'Start Time' }] });
});

it('knows the parts of a call of Teams that was decided while they had one key', async () => {
  const file = readFileSync(new URL('../files/fixtures/teams-pstn.csv', import.meta.url), 'utf8');
  const [head = '', out = ''] = file.split('\n');
  const lines = [head, out, out.replace('"u-1"', '"u-9"').replace('22:30:00', '22:31:00')];
  expect((await send(lines.join('\n'), { isZoneConfirmed: true })).json()).toMatchObject({
    data: { added: 2 },
  });
  const { firm, thabo } = ctx;
  await sql`with joined as (
      delete from call_records where firm_id = ${firm.id} and call_key = 'u-9' returning legs)
    update call_records r set is_private = true, attorney_id = ${thabo.id},
      legs = r.legs || joined.legs
    from joined where firm_id = ${firm.id} and call_key = 'u-1'`.execute(test.db);
  expect((await send(lines.join('\n'), { isZoneConfirmed: true })).json()).toMatchObject({
    data: { added: 0, extended: 0, repeated: 2 },
  });
});
