import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { callFile, type CallLine, useCallFirm } from '../../../test/call-firm.ts';
import { deepIt } from '../../../test/deep.ts';

const { ctx, list, send, take, test, upload, record } = useCallFirm();
const fixture = (name: string) =>
  readFileSync(new URL(`../files/fixtures/${name}.csv`, import.meta.url), 'utf8');
const header = callFile();
const good = '2026-03-17 09:00:00,102,0825550101,60,,out,1';
const bad = '2026-03-17 10:00:00,102,0825550101,soon,,out,2';

const rowsOf = async (table: 'call_sources' | 'call_imports' | 'call_records') =>
  Number(
    (
      await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
        where firm_id = ${ctx.firm.id}`.execute(test.db)
    ).rows[0]?.count,
  );
const written = async () => [
  await rowsOf('call_sources'),
  await rowsOf('call_imports'),
  await rowsOf('call_records'),
];

/** Each byte, over and over, in changing order. */
const bytes = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7919 + at / 256) % 256));

const matters = 'Matter Number,Description,Client\nNP1,Transfer,Zulu\nNP2,Divorce,Botha\n';
it.each([
  ['a file of matters', matters, /no column for the start of a call/],
  ['a text', 'Dear Sir\nplease find the calls attached\n', /only one column/],
  ['an empty file', '', /empty/],
  ['blanks', ' \n\n \t\n', /empty/],
  ['a header alone', `${header}\n`, /no calls/],
  ['a header of a telephone system alone', fixture('freepbx').split('\n')[0] ?? '', /no calls/],
  ['names and types of CUCM alone', fixture('cucm').split('\n').slice(0, 2).join('\n'), /no calls/],
  [
    'a workbook',
    Buffer.concat([Buffer.from('PK\x03\x04\x14\0\x06\0'), bytes(2000)]),
    /NUL|first line/,
  ],
  ['bytes of any kind', bytes(200_000), /NUL|first line/],
  ['NUL in a call', `${header}\n${good.replace('102', '1\u000002')}`, /NUL/],
  ['NUL after many calls', `${header}\n${`${good}\n`.repeat(30_000)}\u0000`, /NUL/],
  ['a page of the web', '<!doctype html>\n<html><body>Sign in</body></html>', /is a web page/],
])('writes nothing of %s, and says why', async (_, body, message) => {
  expect(await upload(body)).toAnswer(400, {
    fields: { fileStream: expect.stringMatching(message) },
  });
  expect(await written()).toEqual([0, 0, 0]);
});

it.each([
  ['at signs', '@'],
  ['angle brackets', '<'],
  ['digits', '1'],
])('refuses parties of many %s at once', async (_, sign) => {
  const long = good.replace('0825550101', `${sign.repeat(99_000)} x`);
  const body = `${header}\n${`${long}\n`.repeat(60)}`;
  expect(await upload(body)).toAnswer(422, {
    rows: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringMatching(/more than 300 characters/) }),
    ]),
  });
  expect(await written()).toEqual([0, 0, 0]);
});

const line = (text: string) => `${header}\n${good}\n${text}\n`;
it.each([
  ['a line that is cut off', line('2026-03-17 10:00:00,102,082'), 3, /has 3 columns/],
  ['a length that is none', line(bad), 3, /"soon" is no length/],
  ['a day that does not exist', line(good.replace('03-17', '02-30')), 3, /is not a valid date/],
  ['an hour that does not exist', line(good.replace('09:00', '25:00')), 3, /is no/],
  ['a call before 2000', line(good.replace('2026', '1999')), 3, /from 2000 to 2099/],
  ['a call after 2099', line(good.replace('2026', '2100')), 3, /from 2000 to 2099/],
  ['a call of years', line(good.replace(',60,', ',9999999,')), 3, /at most 6 000 000/],
  ['a long code', line(good.replace(',,', `,${'9'.repeat(301)},`)), 3, /more than 300/],
  ['a line of megabytes', line('x'.repeat(3_000_000)), 3, /longer than 100000/],
  ['an open quotation mark', line(`"${good}\n${`${good}\n`.repeat(3000)}`), 3, /quotation mark/],
])('names %s, and writes nothing', async (_, text, row, message) => {
  expect(await upload(text)).toAnswer(422, {
    code: 'rows_refused',
    refused: 1,
    rows: [{ row, message: expect.stringMatching(message) }],
  });
  expect(await written()).toEqual([0, 0, 0]);
});

it.each([
  'asterisk-master',
  'asterisk-custom',
  'freepbx',
  'freeswitch',
  '3cx',
  'yeastar',
  'teams-pstn',
  'teams-direct-routing',
  'cucm',
])('names a last line of %s that is cut off at any column', async (name) => {
  const lines = fixture(name).trimEnd().split('\n');
  const cells = (lines.at(-1) ?? '').split(',');
  for (let stored = 2; stored < cells.length; stored += 3) {
    const reply = await upload(`${lines.join('\n')}\n${cells.slice(0, stored).join(',')}`);
    expect([stored, reply.statusCode, reply.json()]).toMatchObject([stored, 422, { refused: 1 }]);
  }
  expect(await written()).toEqual([0, 0, 0]);
});

deepIt('names the bad one of 100,000 calls, and writes nothing', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) =>
    at === 77_776 ? bad : `2026-03-17 09:00:00,102,0825550101,60,,out,${at}`,
  );
  expect(await upload([header, ...rows].join('\n'))).toAnswer(422, {
    refused: 1,
    rows: [{ row: 77_778, column: 'Seconds' }],
  });
  expect(await written()).toEqual([0, 0, 0]);
});

it('reads five spellings of a number as one', async () => {
  const spellings = [
    '0825550101',
    '082 555 0101',
    '+27 82 555 0101',
    '0027825550101',
    '27 (82) 555-0101',
  ];
  await take(
    ...spellings.map((number, at): CallLine => [`2026-03-17 1${at}:00:00`, '102', number, 60]),
  );
  const { data } = await list();
  expect(data.map(({ otherParty, matter }) => [otherParty, matter?._id])).toEqual(
    spellings.map(() => ['+27825550101', ctx.np1]),
  );
});

it('keeps hostile texts as they are written', async () => {
  const codes = ['=cmd|calc', '"quoted, code"', 'two\nlines', `'; drop table users; --`, '\\n'];
  const lines = codes.map(
    (code, at) =>
      `2026-03-17 1${at}:00:00,102,0825550101,60,"${code.replaceAll('"', '""')}",out,${at}`,
  );
  expect(await upload([header, ...lines].join('\n'))).toAnswer({ data: { added: codes.length } });
  expect((await list()).data.map(({ accountCode }) => accountCode)).toEqual(codes);
});

it('counts equal lines of a file once, and adds nothing of a shuffled one', async () => {
  for (const name of ['asterisk-master', 'freepbx', 'yeastar', 'teams-pstn', 'cucm', '3cx']) {
    const lines = fixture(name).trimEnd().split('\n');
    const isHeadless = name === '3cx' || name === 'asterisk-master';
    const head = name === 'cucm' ? 2 : Number(!isHeadless);
    const calls = lines.slice(head);
    const file = (all: readonly string[]) => [...lines.slice(0, head), ...all].join('\n');
    const first = await send(file([...calls, ...calls]), { isZoneConfirmed: true });
    expect([name, first.statusCode]).toEqual([name, 201]);
    const { count } = await list();
    const shuffled = await send(file([...calls.toReversed(), ...calls]), { isZoneConfirmed: true });
    expect([name, shuffled.json()]).toMatchObject([name, { data: { added: 0, extended: 0 } }]);
    expect((await list()).count).toBe(count);
  }
});

it('counts the second of two equal lines of a bill as known', async () => {
  const text = [header, good, good].join('\n');
  expect(await upload(text)).toAnswer({ data: { added: 1, repeated: 1 } });
});

it('takes no call whose legs are longer together than any call', async () => {
  const [head = '', call = ''] = fixture('freepbx').split('\n');
  const startOf = (at: number) => new Date(Date.UTC(2000, 0, 1 + 70 * at)).toISOString();
  const legs = Array.from({ length: 500 }, (_, at) =>
    call
      .replace('2026-10-05', startOf(at).slice(0, 10))
      .replace(',312,304,', ',6000000,6000000,')
      .replace(/51$/, String(at)),
  );
  expect(await upload([head, ...legs].join('\n'))).toAnswer(400, { code: 'invalid_input' });
  expect(await written()).toEqual([0, 0, 0]);
});

it.each(['No', 'FALSE', '0', 'No answer', 'NO_ANSWER', 'no-answer', 'Unanswered', 'Abandoned'])(
  'charges no call whose report says “%s”',
  async (answered) => {
    const reply = await send(
      'Start,Extension,Other party,Duration,Answered\n' +
        `2026-03-17 09:00:00,102,0825550101,00:00:20,${answered}\n` +
        '2026-03-17 09:10:00,102,0825550101,00:00:20,Yes\n',
    );
    expect(reply).toAnswer({ data: { added: 1, unanswered: 1 } });
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
  expect(await send(report(second))).toAnswer({ data: { added: 0, repeated: 1 } });
});

it('takes no call again that a spreadsheet has written in another way', async () => {
  const head = 'Extension,Start,Dialled,Talk time\n';
  expect(await send(`${head}102,2026-03-17 09:15:22,0825557777,304\n`)).toAnswer({
    data: { added: 1 },
  });
  for (const again of [
    '102,2026/03/17 09:15:22,825557777,304',
    '102,17/03/2026 9:15:22,0825557777,00:05:04',
  ])
    expect(await send(`${head}${again}\n`)).toAnswer({ data: { added: 0, repeated: 1 } });
  expect(await send(`${head}102,2026-03-17 09:15:22,0825557778,304\n`)).toAnswer({
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
  expect(reply).toAnswer({ data: { added: 1, internal: 1 } });
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
  expect(await send(of('freepbx'))).toAnswer({ data: { added: 1, repeated: 1, extended: 0 } });
  expect((await list()).count).toBe(count + 1);
  expect(await send(of('freepbx'), { dryRun: true })).toAnswer({ data: { added: 0, repeated: 2 } });
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
  expect(reply).toAnswer({ code: 'rows_refused', rows: [{ column: 'Start Time' }] });
});

it('knows the parts of a call of Teams that was decided while they had one key', async () => {
  const file = readFileSync(new URL('../files/fixtures/teams-pstn.csv', import.meta.url), 'utf8');
  const [head = '', out = ''] = file.split('\n');
  const lines = [head, out, out.replace('"u-1"', '"u-9"').replace('22:30:00', '22:31:00')];
  expect(await send(lines.join('\n'), { isZoneConfirmed: true })).toAnswer({ data: { added: 2 } });
  const { firm, thabo } = ctx;
  await sql`with joined as (
      delete from call_records where firm_id = ${firm.id} and call_key = 'u-9' returning legs)
    update call_records r set is_private = true, attorney_id = ${thabo.id},
      legs = r.legs || joined.legs
    from joined where firm_id = ${firm.id} and call_key = 'u-1'`.execute(test.db);
  expect(await send(lines.join('\n'), { isZoneConfirmed: true })).toAnswer({
    data: { added: 0, extended: 0, repeated: 2 },
  });
});
