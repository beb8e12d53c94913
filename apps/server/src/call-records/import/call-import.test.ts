import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callFile, type CallLine, useCallFirm } from '../../../test/call-firm.ts';
import iconv from 'iconv-lite';

const { ctx, send, list, take, test, first, upload, decide, entries } = useCallFirm();
const fixture = (name: string) =>
  readFileSync(new URL(`../files/fixtures/${name}.csv`, import.meta.url), 'utf8');
const imports = async () =>
  test.data<{ _id: string; isLast: boolean }[]>('GET /call-imports', { token: ctx.admin });
const undo = async (id = '') => test.call(`DELETE /call-imports/${id}`, { token: ctx.admin });

const one = callFile(['2026-03-17 09:03:05', '102', '0825550101', 304]);

it('takes each call once, from the same file and from one that overlaps', async () => {
  const two = callFile(
    ['2026-03-17 09:03:05', '102', '0825550101', 304],
    ['2026-03-17 10:00:00', '102', '0825550102', 61],
  );
  const replies = [await send(one), await send(one), await send(two)];
  expect(replies.map((reply) => [reply.statusCode, reply.json()])).toMatchObject([
    [201, { data: { number: 1, added: 1, repeated: 0, source: { system: 'csv' } } }],
    [201, { data: { number: 2, added: 0, repeated: 1 } }],
    [201, { data: { number: 3, added: 1, repeated: 1 } }],
  ]);
  expect((await list()).data.map(({ startedAt }) => startedAt)).toEqual([
    '2026-03-17T07:03:05.000Z',
    '2026-03-17T08:00:00.000Z',
  ]);
});

it('takes the file itself as text/csv, and shows its hash as it was received', async () => {
  const body = Buffer.from(`\uFEFF${one}`);
  const reply = await test.call('POST /call-imports?fileName=march.csv', {
    token: ctx.admin,
    body,
    headers: { 'content-type': 'text/csv' },
  });
  expect(reply).toAnswer(201, { data: { added: 1, fileName: 'march.csv' } });
  const sha256 = createHash('sha256').update(body).digest('hex');
  expect((await list()).data).toMatchObject([{ sha256 }]);
});

it('previews without writing', async () => {
  expect(await send(one, { dryRun: true })).toAnswer(200, {
    data: {
      fault: null,
      added: 1,
      charged: 'Seconds',
      earliest: '09:03',
      latest: '09:03',
      source: { _id: null, name: 'Any other CSV', zone: 'Africa/Johannesburg' },
      calls: [{ row: 2, seconds: 304, ownParty: '102', otherParty: '+27825550101' }],
      ownParties: [{ value: '102', calls: 1, attorney: { name: 'Thabo Mokoena' } }],
    },
  });
  expect((await list()).count).toBe(0);
  expect(await imports()).toEqual([]);
});

it.each([
  ['asterisk-master', 'asterisk'],
  ['asterisk-custom', 'asterisk-custom'],
  ['freepbx', 'freepbx'],
  ['freeswitch', 'freeswitch'],
  ['3cx', '3cx'],
  ['yeastar', 'yeastar'],
  ['teams-pstn', 'teams'],
  ['teams-direct-routing', 'teams-direct-routing'],
  ['cucm', 'cucm'],
  ['operator-bill', 'csv'],
])('takes %s, and no call of it twice', async (name, system) => {
  const input = {
    isZoneConfirmed: true,
    ...(name === 'operator-bill' && { mapping: { dateOrder: 'DMY' } }),
  };
  const taken = (await send(fixture(name), input)).json<{ data: { added: number } }>().data;
  expect(taken).toMatchObject({ source: { system } });
  expect(taken.added).toBeGreaterThan(0);
  expect(await send(fixture(name), input)).toAnswer({ data: { added: 0, extended: 0 } });
  expect((await list()).count).toBe(taken.added);
});

it('asks for the order of days that no line shows, and remembers it for the source', async () => {
  const file = fixture('yeastar-day-month').replace('14/11/2026', '05/11/2026');
  expect(await send(file)).toAnswer(400, { fields: { fileStream: /Choose the order of dates/ } });
  const preview = (await send(file, { dryRun: true })).json<{ data: object }>();
  expect(preview.data).toMatchObject({
    isOrderOpen: true,
    fault: expect.stringContaining('Choose the order of dates'),
  });
  expect(await send(file, { mapping: { dateOrder: 'DMY' } })).toAnswer({ data: { added: 1 } });
  expect((await list()).data[0]?.startedAt).toBe('2026-11-05T07:25:00.000Z');
  expect(await send(file)).toAnswer({ data: { added: 0, repeated: 1 } });
});

it('says in the preview which numbers cannot be read, and what it left out', async () => {
  const text = `Calls of November\n${one.replace('0825550101', '8.26E+08')}`;
  const { data } = (await send(text, { dryRun: true })).json<{ data: { notices: string[] } }>();
  expect(data.notices).toEqual([
    'The columns are named in row 2. What stands above it is left out.',
    expect.stringContaining('The other number of one call cannot be read, such as “8.26E+08”.'),
  ]);
});

it('says in the preview that calls are still to come, and that letters were misread', async () => {
  const later = callFile(['2029-01-05 09:03:05', '102', '0825550101', 304, 'Andr‚']);
  const { data } = (await send(later, { dryRun: true })).json<{ data: { notices: string[] } }>();
  expect(data.notices).toEqual([
    expect.stringContaining('such as “Andr‚”'),
    expect.stringMatching(/^One call begins at a time that is to come\. Check the order/),
  ]);
});

it('rejects a file with one bad line, and writes nothing', async () => {
  expect(await send(`${one}\n2026-03-17 10:00:00,102,0825550102,soon,,out,x`)).toAnswer(422, {
    code: 'rows_refused',
    refused: 1,
    rows: [{ row: 3, column: 'Seconds' }],
  });
  expect(await imports()).toEqual([]);
});

it('names a file of another system than the chosen one', async () => {
  expect(await send(fixture('freepbx'), { source: 'yeastar' })).toAnswer(400, {
    fields: { source: /a file of FreePBX, not of Yeastar/ },
  });
});

it('asks for the zone when most calls would be at night', async () => {
  const hours = ['01', '02', '03', '04', '09'];
  const file = callFile(
    ...hours.map((hour): CallLine => [`2026-03-17 ${hour}:00:00`, '102', '0825550101', 60]),
  );
  expect(await send(file)).toAnswer(400, { fields: { zone: /4 of 5 calls/ } });
  expect(await imports()).toEqual([]);
  expect(await send(file, { dryRun: true })).toAnswer({
    data: { isZoneDoubtful: true, atNight: 4 },
  });
  expect(await send(file, { zone: 'America/New_York' })).toAnswer(201);
  // Winter time in New York, seven hours behind South Africa, ended on 8 March.
  expect((await first()).startedAt).toBe('2026-03-17T05:00:00.000Z');
});

it('keeps the zone and the mapping of a source', async () => {
  const file = 'Wanneer,Van,Na,Duur\n2026-03-17 07:00:00,102,0825550101,60\n';
  expect(await send(file, { dryRun: true })).toAnswer({ data: { fault: /Van/ } });
  const mapping = { start: 'Wanneer', own: 'Van', other: 'Na', seconds: 'Duur' };
  const reply = await send(file, { mapping, zone: 'UTC', source: 'Old switchboard' });
  expect(reply).toAnswer({ data: { source: { name: 'Old switchboard' } } });
  const next = file.replace('07:00', '08:00');
  expect(await send(next)).toAnswer({
    data: { added: 1, source: { name: 'Old switchboard', zone: 'UTC' } },
  });
  expect((await list()).data.map(({ startedAt }) => startedAt)).toEqual([
    '2026-03-17T07:00:00.000Z',
    '2026-03-17T08:00:00.000Z',
  ]);
});

it('keeps what a source dials before a number outside', async () => {
  const file = callFile(['2026-03-17 09:03:05', '102', '90825550101', 304]);
  const preview = async (options: object) => send(file, { dryRun: true, ...options });
  const unread = { outsidePrefix: '', calls: [{ otherParty: null }] };
  expect(await preview({})).toAnswer({ data: unread });
  const read = { outsidePrefix: '9', calls: [{ otherParty: '+27825550101' }] };
  expect(await preview({ outsidePrefix: '9' })).toAnswer({ data: read });
  expect(await preview({ outsidePrefix: 'nine' })).toAnswer(400);
  await send(file, { outsidePrefix: '9' });
  expect((await first()).otherParty).toBe('+27825550101');
  expect(await preview({})).toAnswer({ data: read });
});

it('joins the legs of a call over two files, and charges who talked longest', async () => {
  const line = (own: string, start: string, seconds: number, sequence: number) =>
    `"","+27825550101","${own}","from-trunk","","PJSIP/trunk-1","PJSIP/${own}-2","Dial","",` +
    `"${start}","${start}","${start}",${seconds},${seconds},"ANSWERED","DOCUMENTATION",` +
    `"1773738185.${sequence}","","","1773738185.7",${sequence}`;
  const legs = [
    line('102', '2026-03-17 09:00:00', 20, 7),
    line('103', '2026-03-17 09:00:20', 300, 8),
  ];
  await send(`${legs[0]}\n`);
  expect(await first()).toMatchObject({
    seconds: 20,
    legs: 1,
    attorney: { name: 'Thabo Mokoena' },
  });
  expect(await send(`${legs.join('\n')}\n`)).toAnswer({ data: { added: 0, extended: 1 } });
  const { data, count } = await list();
  expect(count).toBe(1);
  expect(data[0]).toMatchObject({ seconds: 300, legs: 2, attorney: { name: 'Lerato Nkosi' } });
  await undo((await imports()).find(({ isLast }) => isLast)?._id);
  expect(await first()).toMatchObject({
    seconds: 20,
    legs: 1,
    attorney: { name: 'Thabo Mokoena' },
  });
});

it('undoes the last import, unless a call of it was recorded', async () => {
  const earlier = await take(['2026-03-17 09:00:00', '102', '0825550101', 60]);
  const later = await take(['2026-03-17 10:00:00', '102', '0825550101', 60]);
  expect(await undo(earlier._id)).toAnswer(409);
  const { _id: call } = await first('?from=2026-03-17');
  expect(await undo(later._id)).toAnswer(200);
  expect((await list()).count).toBe(1);
  expect(await decide(call, { state: 'recorded' })).toAnswer(200);
  expect(await undo(earlier._id)).toAnswer({ code: 'conflict' });
  await decide(call, { state: 'loose' });
  expect(await undo(earlier._id)).toAnswer({ data: { undoneBy: expect.any(String) } });
  expect((await list()).count).toBe(0);
  expect(await undo(earlier._id)).toAnswer(409);
});

const starts = async () => (await list()).data.map(({ startedAt }) => startedAt);

it('follows the summer time of the zone of a source', async () => {
  const file = callFile(
    ['2026-03-07 09:00:00', '102', '0825550101', 60],
    ['2026-03-08 01:59:59', '102', '0825550101', 60],
    ['2026-03-08 03:00:00', '102', '0825550101', 60],
    ['2026-10-31 09:00:00', '102', '0825550101', 60],
    ['2026-11-01 09:00:00', '102', '0825550101', 60],
  );
  expect(await send(file, { zone: 'America/New_York' })).toAnswer(201);
  expect(await starts()).toEqual([
    '2026-03-07T14:00:00.000Z',
    '2026-03-08T06:59:59.000Z',
    '2026-03-08T07:00:00.000Z',
    '2026-10-31T13:00:00.000Z',
    '2026-11-01T14:00:00.000Z',
  ]);
});

it('leaves starts with a zone of their own as they are', async () => {
  await send(fixture('cucm'), { zone: 'America/New_York', isZoneConfirmed: true });
  expect(await starts()).toEqual(['2026-10-05T07:15:00.000Z', '2026-10-05T08:00:10.000Z']);
});

it.each([
  ['with a zone of its own', fixture('teams-pstn'), undefined],
  ['of a source in UTC', fixture('3cx').replace('06:27:28', '22:30:00'), 'UTC'],
])('prices a call at 22:30 UTC by the fees of the next day: %s', async (_, file, zone) => {
  const [, domain = ''] = ctx.thabo.email.split('@');
  const upTo = { 10: 5000 };
  const fees = { upTo, validFrom: '2026-10-06' };
  await test.callFees({ firm: ctx.firm, attorney: ctx.thabo, type: ctx.type }, fees);
  const named = file.replaceAll(/t\.mokoena@nkosi\.co\.za/gi, ctx.thabo.email);
  const colleague = await test.aUser({ firm: ctx.firm, email: `p.botha@${domain}` });
  await send(named.replaceAll('p.botha@nkosi.co.za', colleague.email), {
    zone,
    isZoneConfirmed: true,
  });
  const { data } = await list('?from=2026-10-06&to=2026-10-06');
  expect(data[0]).toMatchObject({
    startedAt: expect.stringMatching(/^2026-10-05T22:30:00/),
    attorney: { _id: ctx.thabo.id },
    price: 50,
  });
  const before = await list('?from=2026-10-05&to=2026-10-05');
  expect(before.data.filter(({ startedAt }) => startedAt.includes('T22:'))).toEqual([]);
});

const call = [
  'Beller;Aanvang;Nommer;Sekondes;Saakkode',
  '102;2026-03-17 09:00;0825550101;60;Müller–1',
];
const mapping = JSON.stringify({
  start: 'Aanvang',
  own: 'Beller',
  other: 'Nommer',
  seconds: 'Sekondes',
  code: 'Saakkode',
});
it.each([
  ['UTF-8 with a byte order mark and CRLF', iconv.encode(`\uFEFF${call.join('\r\n')}`, 'utf8'), ''],
  ['Windows-1252', iconv.encode(call.join('\r\n'), 'windows-1252'), ''],
  ['Windows-1252 by its name', iconv.encode(call.join('\n'), 'windows-1252'), 'windows-1252'],
  ['UTF-16 with a byte order mark', iconv.encode(`\uFEFF${call.join('\r\n')}`, 'utf16le'), ''],
  ['UTF-16 without one', iconv.encode(call.join('\r\n'), 'utf16le'), ''],
  ['UTF-16 from a Mac', iconv.encode(`\uFEFF${call.join('\r')}`, 'utf16-be'), ''],
  ['tabs', iconv.encode(call.join('\n').replaceAll(';', '\t'), 'utf8'), ''],
])('reads a file in %s', async (_, body, charset) => {
  const query = `?mapping=${encodeURIComponent(mapping)}`;
  expect(await upload(body, { query, charset })).toAnswer(201, { data: { added: 1 } });
  expect((await list()).data).toMatchObject([
    { startedAt: '2026-03-17T07:00:00.000Z', accountCode: 'Müller–1', otherParty: '+27825550101' },
  ]);
});

it('knows the same calls with other separators and line ends', async () => {
  const text = fixture('freeswitch');
  const written = [text, text.replaceAll(',', ';'), text.replaceAll('\n', '\r\n'), `\uFEFF${text}`];
  const counts: object[] = [];
  for (const file of written)
    counts.push((await upload(file)).json<{ data: { added: number } }>().data);
  expect(counts).toMatchObject([{ added: 1 }, { added: 0 }, { added: 0 }, { added: 0 }]);
});

const [head = '', line = ''] = readFileSync(
  new URL('../files/fixtures/freepbx.csv', import.meta.url),
  'utf8',
).split('\n');

/** Parts of one call of Thabo (extension 102). */
const fileOf = (...parts: { time: string; seconds: number; sequence: number }[]) =>
  [head]
    .concat(
      parts.map(({ time, seconds, sequence }) =>
        line
          .replace('09:15:00', time)
          .replace(',312,304,', `,${seconds + 8},${seconds},`)
          .replace(/51$/, String(sequence)),
      ),
    )
    .join('\n');
const whole = { time: '09:15:00', seconds: 300, sequence: 1 };
const later = { time: '09:21:00', seconds: 100, sequence: 2 };
const within = { time: '09:16:00', seconds: 120, sequence: 3 };

it('charges once what several parts of a call have in common', async () => {
  await send(fileOf(whole, { ...whole, sequence: 9 }, within));
  expect(await first()).toMatchObject({ legs: 3, seconds: 300, price: 33 });
  await send(fileOf(later, { ...within, time: '09:19:00', sequence: 4 }));
  expect(await first()).toMatchObject({ legs: 5, seconds: 460, price: 66 });
});

it.each(['taken back', 'deleted'])('counts a later part when the entry is %s', async (how) => {
  await send(fileOf(whole));
  const { _id } = await first();
  await decide(_id, { state: 'recorded', matter: ctx.np1 });
  expect(await send(fileOf(whole, later))).toAnswer({ data: { added: 0, extended: 1 } });
  expect(await first()).toMatchObject({ seconds: 300, legs: 2, price: 33 });
  const [entry] = await entries();
  if (how === 'deleted')
    await test.call(`DELETE /entries/${entry?._id}`, { token: ctx.thabo.token });
  else await decide(_id, { state: 'loose' });
  expect(await first()).toMatchObject({ seconds: 400, legs: 2, price: 66, entry: null });
});

it('says that a recorded call stays as it is when the file has more of it', async () => {
  await send(fileOf(whole));
  const preview = async (file: string) =>
    (await send(file, { dryRun: true })).json<{ data: { notices: string[] } }>().data.notices;
  const notice = expect.stringContaining('a further part of one call that is recorded already');
  expect(await preview(fileOf(whole, later))).not.toContainEqual(notice);
  await decide((await first())._id, { state: 'recorded', matter: ctx.np1 });
  expect(await preview(fileOf(whole))).not.toContainEqual(notice);
  expect(await preview(fileOf(whole, later))).toContainEqual(notice);
});

it('names in the preview each attorney of an extension that moved', async () => {
  const [thabo, lerato] = [ctx.thabo.id, ctx.lerato.id];
  const set = await test.call('PUT /extensions', {
    token: ctx.admin,
    body: {
      extensions: [
        { value: '777', attorney: thabo, from: '2026-03-02', until: '2026-03-10' },
        { value: '777', attorney: lerato, from: '2026-03-11' },
      ],
    },
  });
  expect(set).toAnswer(200);
  const file = callFile(
    ['2026-03-01 09:00:00', '777', '0825550101', 60],
    ['2026-03-10 09:00:00', '777', '0825550101', 60],
    ['2026-03-10 10:00:00', '777', '0825550101', 60],
    ['2026-03-17 09:00:00', '777', '0825550101', 60],
  );
  expect(await send(file, { dryRun: true })).toAnswer(200, {
    data: {
      ownParties: [
        { value: '777', calls: 1, attorney: null },
        { value: '777', calls: 2, attorney: { _id: thabo, name: 'Thabo Mokoena' } },
        { value: '777', calls: 1, attorney: { _id: lerato, name: 'Lerato Nkosi' } },
      ],
    },
  });
});

it('counts a later part of a private call when it is offered again', async () => {
  await send(fileOf(whole));
  const { _id } = await first();
  await decide(_id, { state: 'private' });
  await send(fileOf(later));
  await decide(_id, { state: 'loose' });
  expect(await first()).toMatchObject({ seconds: 400, legs: 2 });
});
