import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { callSenders } from '../../../test/call-events.ts';
import { callFile, useCallFirm } from '../../../test/call-firm.ts';
import { bill, callLog, ownCallFiles } from '../../../test/own-calls.ts';

const call = useCallFirm();
const { ctx, decide, first, list, record, setPhones, take, test } = call;
const { hand, send, undo } = ownCallFiles(call);
const { aSender } = callSenders(test, ctx);

const client = '082 555 0101';
const mother = '083 444 0999';
const nine = '2026-03-17 09:00:00';
const counts = (taken: number, repeated = 0, others = 0, doubtful = 0) => ({
  taken,
  repeated,
  others,
  doubtful,
});

it('takes the calls of a log that have a number of a matter, for the attorney', async () => {
  const log = callLog(
    ['+27825550101', nine, 304],
    ['0825550101', '2026-03-17 10:00:00', 65, 1],
    [client, '2026-03-17 11:00:00', 60, 3],
    [client, '2026-03-17 12:00:00', 0],
    [mother, '2026-03-17 12:30:00', 900],
    ['', '2026-03-17 13:00:00', 60, 1],
  );
  expect(await hand(log)).toEqual({ _id: expect.any(String), ...counts(2, 0, 2) });
  const { data } = await list('', ctx.thabo.token);
  const sha256 = createHash('sha256').update(log).digest('hex');
  const own = { road: 'log', sha256, source: { name: 'Cell phone' }, accountCode: null };
  expect(data).toMatchObject([
    {
      ...own,
      startedAt: '2026-03-17T07:00:00.000Z',
      seconds: 304,
      direction: 'out',
      otherParty: '+27825550101',
      attorney: { _id: ctx.thabo.id },
      matter: { number: 'NP1' },
      price: 66,
    },
    { ...own, direction: 'in', seconds: 65, price: 33 },
  ]);
  expect((await list('', ctx.lerato.token)).count).toBe(0);
  expect((await test.data<{ latest: string }>('GET /call-arrivals', ctx.thabo)).latest).toBe(
    data[1]?._id,
  );
  expect((await test.data<{ latest: null }>('GET /call-arrivals', ctx.lerato)).latest).toBeNull();
});

it.each([
  ['names that are known', bill([client, nine, 304], [mother, nine, 60]), {}],
  [
    'names that are mapped',
    `Wanneer;Na wie;Hoe lank;Uit\n17/03/2026 09:00:00;${client};00:05:04;x\n` +
      `17/03/2026 10:00;${mother};1:00;x\n`,
    { start: 'Wanneer', other: 'Na wie', seconds: 'Hoe lank' },
  ],
  [
    'both numbers of a call',
    `Date,Time,From,To,Duration\n2026-03-17,09:00:00,0715550000,${client},304\n` +
      `2026-03-17,10:00:00,${mother},0715550000,60\n`,
    {},
  ],
  ['a destination', `Date,Time,Destination,Duration\n2026-03-17,09:00,${client},304\n`, {}],
])('takes a bill with %s', async (_, file, mapping) => {
  expect(await hand(file, { mapping })).toMatchObject({ taken: 1 });
  const found = await first('', ctx.thabo.token);
  expect(found).toMatchObject({
    road: 'bill',
    startedAt: '2026-03-17T07:00:00.000Z',
    seconds: 304,
  });
});

it('reads by the direction of a bill what came in, and not what is in a bundle', async () => {
  const types = ['In-bundle', 'Calls in bundle', 'Incoming', 'in', 'Inbound call', 'Peak'];
  const lines = types.map((type, at) => `2026-03-17,${10 + at}:00:00,${client},60,${type}`);
  await hand(['Date,Time,Number dialled,Duration,Call type', ...lines].join('\n'));
  const { data } = await list('', ctx.thabo.token);
  expect(data.map(({ direction }) => direction)).toEqual(['out', 'out', 'in', 'in', 'in', 'out']);
});

it('leaves messages and data in a bill, and lengths that are none if of no client', async () => {
  const lines = [
    `09:00:00,${client},304,Voice`,
    `10:00:00,${client},1,SMS`,
    `10:01:00,${client},1,Premium SMSes`,
    `10:02:00,${client},1 SMS,`,
    '10:03:00,internet,12.5 MB,',
    '10:04:00,,100,GPRS/Data',
    `10:05:00,${mother},1 unit,`,
  ];
  const file = ['Date,Time,Number dialled,Duration,Type']
    .concat(lines.map((line) => `2026-03-17,${line}`))
    .join('\n');
  expect(await hand(file)).toMatchObject(counts(1, 0, 1));
  expect((await list('', ctx.thabo.token)).data).toMatchObject([{ seconds: 304 }]);
  expect(await send(file.replace(mother, client))).toAnswer(422, {
    refused: 1,
    rows: [{ row: 8 }],
  });
});

it('leaves messages that a column beside those of calls names', async () => {
  const lines = [
    `09:00:00,${client},304,Voice`,
    `10:00:00,${client},1,National SMS`,
    `10:01:00,${client},1,MMS to Vodacom`,
    `11:00:00,${client},60,Call in bundle (100 min and 100 SMS)`,
  ];
  for (const name of ['Description', 'Service Type', 'Usage']) {
    const file = [`Date,Time,Number dialled,Duration,${name}`]
      .concat(lines.map((line) => `2026-03-17,${line}`))
      .join('\n');
    const preview = (await send(file, { dryRun: true })).json<{ data: object }>().data;
    expect(preview).toMatchObject(counts(2));
  }
});

it.each([
  ['UTF-8 with a mark', 'utf-8', 'utf-8', '\uFEFF'],
  ['UTF-8', 'utf-8', 'utf-8', ''],
  ['Windows-1252', 'windows-1252', 'latin1', ''],
  ['UTF-16', 'utf-16le', 'utf16le', '\uFEFF'],
] as const)('keeps the hash of the bytes of a bill in %s', async (_, encoding, inNode, mark) => {
  const line = `2026-03-17,09:00:00,${client},60,André`;
  const text = `${mark}Date,Time,Number dialled,Duration,Opgeroepte\n${line}\n`;
  expect(await hand(text, { encoding })).toMatchObject({ taken: 1 });
  const sha256 = createHash('sha256').update(Buffer.from(text, inNode)).digest('hex');
  expect(await first('', ctx.thabo.token)).toMatchObject({ road: 'bill', sha256 });
});

it('lists the own imports, of which the last can be undone', async () => {
  const one = await hand(callLog([client, nine, 300], [mother, nine, 60]));
  test.clock.advance(60_000);
  const two = await hand(bill([client, '2026-03-18 09:00:00', 300]));
  const runs = async (token = ctx.thabo.token, query = '') =>
    (await test.call(`GET /own-call-imports${query}`, { token })).json<object>();
  expect(await runs()).toMatchObject({
    count: 2,
    data: [
      { ...two, file: 'bill', undoneAt: null, isLast: true },
      {
        ...one,
        file: 'log',
        others: 1,
        isLast: false,
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
      },
    ],
  });
  await undo(two._id);
  expect(await runs(undefined, '?page=2&itemsPerPage=1')).toMatchObject({
    count: 2,
    data: [{ _id: one._id, isLast: true }],
  });
  expect(await runs()).toMatchObject({
    data: [{ undoneAt: expect.any(String), isLast: false }, { isLast: true }],
  });
  expect(await runs(ctx.lerato.token)).toEqual({ data: [], count: 0 });
  expect(await test.call('GET /own-call-imports', { token: ctx.admin })).toAnswer(403);
});

it('leaves calls of other people of the firm and of private numbers in the file', async () => {
  await setPhones(ctx.np2, ['082 555 0202']);
  const file =
    'Date,Time,Cell number,Number dialled,Duration\n' +
    '2026-03-17,09:00:00,103,0825550101,60\n' +
    '2026-03-17,10:00:00,0715550000,0825550101,60\n';
  expect(await hand(file)).toMatchObject(counts(1, 0, 1));
  const { _id } = await first('', ctx.thabo.token);
  await decide(_id, { state: 'private' });
  const log = callLog([client, '2026-03-17 11:00:00', 60], ['0825550202', nine, 60]);
  expect(await hand(log)).toMatchObject(counts(1, 0, 1));
});

it('knows a call by log, bill and telephone system, in any order', async () => {
  const log = callLog([client, '2026-03-17 09:03:00', 330], [client, '2026-03-17 09:20:00', 330]);
  expect(await hand(log)).toMatchObject(counts(2));
  expect(await hand(log)).toMatchObject(counts(0, 2));
  expect(await hand(bill([client, nine, 304]))).toMatchObject(counts(0, 1));
  const { take: event } = await aSender('csv');
  const sent = { id: 'a', startedAt: '2026-03-17T07:01:00Z', seconds: 300 };
  const parties = { direction: 'out', ownParty: '102', otherParty: client };
  expect(await event({ ...sent, ...parties })).toMatchObject({ taken: 0, repeated: 1 });
  expect(await event({ ...sent, ...parties })).toMatchObject({ taken: 0, repeated: 1 });
  // The same road tells of it again: another call.
  const again = { ...sent, id: 'b', startedAt: '2026-03-17T07:02:00Z' };
  expect(await event({ ...again, ...parties })).toMatchObject({ taken: 1, repeated: 0 });
  expect(await take(['2026-03-17 09:01:03', '102', client, 302])).toMatchObject({
    added: 0,
    repeated: 1,
  });
  expect((await list()).count).toBe(3);
});

it.each([
  ['five minutes apart', '2026-03-17 09:05:00', 300, '102', 0, 1, 0],
  ['more than five minutes apart', '2026-03-17 09:05:01', 300, '102', 1, 0, 0],
  ['a minute longer', nine, 360, '102', 0, 1, 0],
  ['more than a minute longer', nine, 361, '102', 1, 0, 1],
  ['of another attorney', nine, 300, '103', 1, 0, 0],
])('compares a call %s', async (_, start, seconds, extension, taken, repeated, doubtful) => {
  await take([nine, extension, client, 300]);
  const file = callLog([client, start, seconds]);
  expect(await hand(file, { dryRun: true })).toMatchObject(counts(taken, repeated, 0, doubtful));
  expect(await hand(file)).toMatchObject(counts(taken, repeated, 0, doubtful));
});

it('gives each of two near calls its own, and takes a third', async () => {
  await take([nine, '102', client, 300], ['2026-03-17 09:04:00', '102', client, 300]);
  const log = callLog(
    [client, '2026-03-17 09:03:50', 300],
    [client, '2026-03-17 09:08:00', 300],
    [client, '2026-03-17 09:08:30', 300],
  );
  expect(await hand(log)).toMatchObject(counts(1, 2));
  expect(await hand(log)).toMatchObject(counts(0, 3));
});

it('counts as doubtful what an entry by hand may be, and proposes it', async () => {
  const entry = await record({ minutes: 5 });
  expect(await hand(callLog([client, nine, 290]))).toMatchObject(counts(1, 0, 0, 1));
  expect(await first('', ctx.thabo.token)).toMatchObject({ state: 'proposed', entry: entry._id });
});

it.each([
  ['to the minute', '2026-03-17 09:00:00', 304, counts(0, 1)],
  ['with its zone', '2026-03-17T09:00:17+02:00', 304, counts(0, 1)],
  ['with another length', '2026-03-17 09:00:00', 360, counts(1, 0, 0, 1)],
  ['in another minute', '2026-03-17 09:01:00', 304, counts(1, 0, 0, 1)],
])('compares a call of a bill with another bill that has it %s', async (_, start, seconds, as) => {
  await hand(bill([client, '2026-03-17 09:00:17', 304]));
  const other = `Started,Number,Length\n${start},${client},${seconds}\n`;
  const mapping = { start: 'Started', other: 'Number', seconds: 'Length' };
  expect(await hand(other, { mapping })).toMatchObject(as);
  // Also where the bill told of a call of the log.
  await hand(callLog([client, '2026-03-18 09:00:00', 304]));
  await hand(bill([client, '2026-03-18 09:00:17', 304]));
  const nextDay = other.replace('17', '18');
  expect(await hand(nextDay, { mapping })).toMatchObject(as);
});

it('counts as doubtful a call of an extension that nobody has yet', async () => {
  await take([nine, '105', client, 300]);
  expect(await hand(callLog([client, nine, 300]))).toMatchObject(counts(1, 0, 0, 1));
});

it('previews without a trace', async () => {
  const log = callLog([client, nine, 304], [mother, nine, 60]);
  const reply = await send(log, { dryRun: true });
  expect(reply).toAnswer(200, {
    data: { _id: null, ...counts(1, 0, 1), file: 'log', fault: null, columns: [], refused: 0 },
  });
  expect(await test.listRows('ownCallImports', { firmId: ctx.firm.id })).toEqual([]);
  const unknown = await send('When,Whom\n1,2\n', { dryRun: true });
  expect(unknown).toAnswer(200, {
    data: { file: 'bill', fault: expect.stringContaining('no column'), columns: ['When', 'Whom'] },
  });
});

it('undoes the last import, but not what was recorded or came by another road too', async () => {
  const one = await hand(callLog([client, nine, 300]));
  const two = await hand(callLog([client, '2026-03-17 12:00:00', 300]));
  expect(await undo(one._id)).toAnswer(409, { message: expect.stringContaining('last import') });
  const later = (await list('', ctx.thabo.token)).data[1]?._id ?? '';
  expect(await decide(later, { state: 'recorded' })).toAnswer(200);
  expect(await undo(two._id)).toAnswer(409, { message: expect.stringContaining('been recorded') });
  await decide(later, { state: 'loose' });
  expect(await undo(two._id)).toAnswer(200, { data: { ...two } });
  expect(await undo(two._id)).toAnswer(409, { message: expect.stringContaining('already') });
  expect(await take([nine, '102', client, 300])).toMatchObject({ added: 0, repeated: 1 });
  expect(await undo(one._id)).toAnswer(200);
  expect((await list()).count).toBe(1);
  expect(await test.listAudit(two._id ?? '')).toMatchObject([
    { action: 'own-calls.imported', details: { file: 'log', taken: 1, repeated: 0, doubtful: 0 } },
    { action: 'own-call-import.undone', details: { taken: 1 } },
  ]);
});

it('keeps a call of the log when the file that had it too is undone', async () => {
  const imported = await take([nine, '102', client, 300], [nine, '102', '0115550199', 30]);
  expect(await hand(callLog([client, nine, 304]))).toMatchObject(counts(0, 1));
  expect(await test.call(`DELETE /call-imports/${imported._id}`, { token: ctx.admin })).toAnswer(
    200,
  );
  expect((await list('', ctx.thabo.token)).data).toMatchObject([
    { road: 'log', seconds: 304, attorney: { _id: ctx.thabo.id } },
  ]);
  expect(await hand(callLog([client, nine, 304]))).toMatchObject(counts(0, 1));
  expect(await take([nine, '102', client, 300])).toMatchObject({ added: 0, repeated: 1 });
});

it('keeps calls with their attorney whose number is given to another one later', async () => {
  await hand(callLog([client, nine, 300]));
  const { ownParty } = await first('', ctx.thabo.token);
  await test.call('PUT /extensions', {
    token: ctx.admin,
    body: { extensions: [{ value: ownParty, attorney: ctx.lerato.id }] },
  });
  expect((await list('', ctx.thabo.token)).count).toBe(1);
  expect((await list('', ctx.lerato.token)).count).toBe(0);
});

it('takes an import once that comes twice at the same time', async () => {
  const log = callLog([client, nine, 300], [client, '2026-03-17 10:00:00', 300]);
  const replies = await Promise.all([send(log), send(log), send(log)]);
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(codes.every((code) => [201, 409, 429].includes(code))).toBe(true);
  expect(codes).toContain(201);
  expect((await list()).count).toBe(2);
});

it('is for attorneys, each for own imports', async () => {
  const log = callLog([client, nine, 300]);
  expect(await send(log, {}, ctx.admin)).toAnswer(403);
  const { _id } = await hand(log);
  expect(await undo(_id, ctx.lerato.token)).toAnswer(404);
  expect(await undo(_id, ctx.admin)).toAnswer(403);
});

it('sends a file of a telephone system to the firm admin', async () => {
  const file = callFile([nine, '102', client, 300]).replace(/^.*\n/, '');
  expect(await send(file)).toAnswer(400);
  const threeCx = 'Call Time,Caller ID,Destination,Status,Ringing,Talking,Reason\n';
  expect((await send(threeCx)).statusCode).toBe(400);
});
