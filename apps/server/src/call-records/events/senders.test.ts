import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { callSenders } from '../../../test/call-events.ts';

const { ctx, list, test, first } = useCallFirm();
const { aSender } = callSenders(test, ctx);

/** As `[start, seconds, direction, own party, other party, account code]`. */
const listed = async () =>
  (await list()).data.map((call) => [
    call.startedAt,
    call.seconds,
    call.direction,
    call.ownParty,
    call.otherParty,
    call.accountCode,
  ]);

const threeCx = {
  callType: 'Outbound',
  number: '0825550101',
  agent: '102',
  agentEmail: '[AgentEmail]',
  duration: '00:05:04',
  startedAt: '2026-03-17T07:03:05Z',
};

it.each([
  ['an outgoing call', {}, ['out', '102', '+27825550101']],
  ['an incoming call', { callType: 'Inbound' }, ['in', '102', '+27825550101']],
  ['a hidden number', { callType: 'Inbound', number: '[Number]' }, ['in', '102', null]],
  [
    'the email of an agent without an extension',
    { agent: '', agentEmail: 'Thabo@Firm.co.za' },
    ['out', 'thabo@firm.co.za', '+27825550101'],
  ],
])('takes %s of 3CX', async (_, more, [direction, own, other]) => {
  const { take } = await aSender('3cx');
  expect(await take({ ...threeCx, ...more })).toEqual({ taken: 1, repeated: 0, ignored: [] });
  expect(await listed()).toEqual([['2026-03-17T07:03:05.000Z', 304, direction, own, other, null]]);
});

it.each([
  [{ callType: 'Missed' }, 'Nobody answered.'],
  [{ callType: 'Notanswered' }, 'Nobody answered.'],
  [{ callType: '[CallType]' }, '“callType”: “” is neither Inbound nor Outbound.'],
  [{ number: '103' }, 'The call is between two people of the firm.'],
  [{ agent: '[Agent]' }, 'Neither number is an extension, email or number of the firm.'],
  [{ duration: '[Duration]' }, '“duration”: “” is no length of a call.'],
  [{ startedAt: 'soon' }, '“startedAt”: “soon” is no date with a time.'],
  [{ number: 'a\0b@firm.co.za' }, 'A number, id or code has a control character.'],
  [{ number: 'a\uFFFEb@firm.co.za' }, 'A number, id or code has a control character.'],
])('says why a call of 3CX with %j is ignored', async (more, reason) => {
  const { take } = await aSender('3cx');
  const ignored = [{ index: 0, reason }];
  expect(await take({ ...threeCx, ...more })).toEqual({ taken: 0, repeated: 0, ignored });
  expect((await list()).count).toBe(0);
});

const cdr = {
  call_id: '1651057476.362',
  time_start: '2026-03-17 09:03:05',
  call_from: '102',
  call_to: '0825550101',
  call_duration: 312,
  talk_duration: 304,
  src_trunk_name: '',
  dst_trunk_name: 'Telkom',
  pin_code: 'NP2',
  status: 'ANSWERED',
  type: 'Outbound',
  uid: '2026031709030501D77',
};
const taken = [['2026-03-17T07:03:05.000Z', 304, 'out', '102', '+27825550101', 'NP2']];

it.each([
  ['a text', JSON.stringify(cdr)],
  ['an object', cdr],
  ['an object by the table of values', { ...cdr, status: 'ANSWERD', type: 'outbound' }],
])('takes event 30012 of a Yeastar P-Series whose msg is %s', async (_, msg) => {
  const { take } = await aSender('yeastar');
  expect(await take({ type: 30012, sn: '3631A2', msg })).toMatchObject({ taken: 1 });
  expect(await listed()).toEqual(taken);
});

it.each(['event', 'action'])('takes NewCdr of a Yeastar S-Series as its %s', async (name) => {
  const { take } = await aSender('yeastar', { zone: 'UTC' });
  const event = {
    [name]: 'NewCdr',
    callid: '1651057476.362',
    timestart: '2026-03-17 07:03:05',
    callfrom: '102',
    callto: '0825550101',
    callduraction: '312',
    talkduraction: '304',
    pincode: 'NP2',
    status: 'ANSWERED',
    type: 'Outbound',
  };
  expect(await take(event)).toMatchObject({ taken: 1 });
  expect(await listed()).toEqual(taken);
});

it.each([
  [{ type: 30012, msg: { ...cdr, status: 'NO ANSWER' } }, 'Nobody answered.'],
  [{ type: 30012, msg: { ...cdr, type: 'Internal' } }, 'between two people of the firm'],
  [{ type: 30039, msg: cdr }, 'The event is no finished call'],
  [{ type: 30012, msg: 'no JSON' }, '“status”: “” is no status of a call.'],
])('ignores %j of a Yeastar', async (event, reason) => {
  const { take } = await aSender('yeastar');
  const ignored = [{ index: 0, reason: expect.stringContaining(reason) }];
  expect(await take(event)).toMatchObject({ taken: 0, ignored });
});

/** It is 18 March 2026. */
it.each([
  ['the only day that it can be', '03/17/2026 09:03:05', '2026-03-17T07:03:05.000Z'],
  ['twelve hours', '2026/03/17 09:03:05 AM', '2026-03-17T07:03:05.000Z'],
  ['the recent one of two days, month first', '03/12/2026 09:03:05', '2026-03-12T07:03:05.000Z'],
  ['the recent one of two days, day first', '12/03/2026 09:03:05', '2026-03-12T07:03:05.000Z'],
])('reads a start of a Yeastar in the display format of the PBX: %s', async (_, start, at) => {
  const { take } = await aSender('yeastar');
  const event = { type: 30012, msg: { ...cdr, time_start: start } };
  expect(await take(event)).toMatchObject({ taken: 1 });
  expect((await first()).startedAt).toBe(at);
});

it('ignores a start of which neither day is recent, without an order of days', async () => {
  const { id, take } = await aSender('yeastar');
  const event = { type: 30012, msg: { ...cdr, time_start: '03/04/2025 09:03:05' } };
  const reason = expect.stringContaining('let the telephone system write the year first');
  expect(await take(event)).toMatchObject({ taken: 0, ignored: [{ index: 0, reason }] });
  const [source] = await test.data<object[]>('GET /call-sources', { token: ctx.admin });
  const sources = [{ ...source, mapping: { dateOrder: 'MDY' } }];
  await test.call('PUT /call-sources', { token: ctx.admin, body: { sources } });
  expect(source).toMatchObject({ _id: id });
  expect(await take(event)).toMatchObject({ taken: 1 });
  expect((await first()).startedAt).toBe('2025-03-04T07:03:05.000Z');
});

const freeswitchXml = `<?xml version="1.0"?>
<cdr core-uuid="abc">
  <channel_data><state>CS_REPORTING</state></channel_data>
  <variables>
    <uuid>3a9f8c2e-0001</uuid>
    <accountcode>NP2</accountcode>
    <start_stamp>2026-03-17%2009%3A03%3A05</start_stamp>
    <start_epoch>1773730985</start_epoch>
    <answer_epoch>1773730990</answer_epoch>
    <billsec>304</billsec>
    <duration>309</duration>
    <empty/>
  </variables>
  <callflow dialplan="XML">
    <caller_profile>
      <caller_id_name>Thabo%20M</caller_id_name>
      <caller_id_number>102</caller_id_number>
      <destination_number>%2B27825550101</destination_number>
    </caller_profile>
  </callflow>
  <callflow><caller_profile><caller_id_number>999</caller_id_number></caller_profile></callflow>
</cdr>`;
const freeswitchJson = {
  variables: {
    uuid: '3a9f8c2e-0001',
    accountcode: 'NP2',
    start_stamp: '2026-03-17 09:03:05',
    answer_stamp: '2026-03-17 09:03:10',
    billsec: '304',
  },
  callflow: [{ caller_profile: { caller_id_number: '102', destination_number: '0825550101' } }],
};

it.each([
  ['XML', freeswitchXml, 'text/xml'],
  [
    'a form',
    new URLSearchParams({ cdr: freeswitchXml }).toString(),
    'application/x-www-form-urlencoded',
  ],
  ['a form in plain text', `cdr=${freeswitchXml}`, 'application/x-www-form-plaintext'],
  [
    'a form in Base64',
    `cdr=${Buffer.from(freeswitchXml).toString('base64')}`,
    'application/x-www-form-base64-encoded',
  ],
  ['JSON', JSON.stringify(freeswitchJson), 'application/json'],
])('takes a call of FreeSWITCH as %s', async (_, body, type) => {
  const { take } = await aSender('freeswitch');
  expect(await take(body, type)).toEqual({ taken: 1, repeated: 0, ignored: [] });
  expect(await listed()).toEqual(taken);
});

it('takes both legs of a call of FreeSWITCH as one', async () => {
  const { take } = await aSender('freeswitch');
  const leg = (uuid: string, bridge_uuid: string) => ({
    ...freeswitchJson,
    variables: { ...freeswitchJson.variables, uuid, bridge_uuid },
  });
  await take(leg('a-1', 'b-1'));
  await take(leg('b-1', 'a-1'));
  expect((await list()).data).toMatchObject([{ legs: 2, seconds: 304 }]);
});

it('ignores a call of FreeSWITCH that nobody answered', async () => {
  const { take } = await aSender('freeswitch');
  const variables = { ...freeswitchJson.variables, answer_stamp: '', billsec: '0' };
  const ignored = [{ index: 0, reason: 'Nobody answered.' }];
  expect(await take({ ...freeswitchJson, variables })).toMatchObject({ taken: 0, ignored });
});

const plain = {
  startedAt: '2026-03-17T09:03:05+02:00',
  seconds: 304,
  direction: 'out',
  ownParty: '102',
  otherParty: '082 555 0101',
  accountCode: 'NP2',
};

it('takes plain JSON, one call or a list, each for itself', async () => {
  const { take } = await aSender('csv', { outsidePrefix: '9' });
  expect(await take(plain)).toMatchObject({ taken: 1 });
  const others = [
    { ...plain, id: 'b', startedAt: '2026-03-17 10:00:00', otherParty: '90825550101' },
    { ...plain, id: 'c', direction: 'sideways' },
    { ...plain, id: 'd', startedAt: '2026-03-17 11:00:00', direction: 'in', otherParty: null },
    'no call',
    null,
    { ...plain, id: 'e', seconds: -5 },
    { ...plain, id: 'f', seconds: 0 },
    { ...plain, id: 'g', startedAt: '1999-12-31 11:00:00' },
    { ...plain, id: 'h', startedAt: '082 555 0142' },
    { ...plain, id: 'i', direction: '+27 (82) 555-0142' },
    { ...plain, id: 'j', startedAt: '2026-02-30 10:00:00' },
  ];
  expect(await take(others)).toEqual({
    taken: 2,
    repeated: 0,
    ignored: [
      { index: 1, reason: '“direction”: “sideways” is neither in nor out.' },
      { index: 3, reason: '“direction”: “” is neither in nor out.' },
      { index: 4, reason: '“direction”: “” is neither in nor out.' },
      { index: 5, reason: '“seconds”: “-5” is no length of a call.' },
      { index: 6, reason: 'Nobody answered.' },
      { index: 7, reason: 'The call began in 1999; calls from 2000 to 2099 are taken.' },
      { index: 8, reason: '“startedAt”: “*****” is no date with a time.' },
      { index: 9, reason: '“direction”: “*****” is neither in nor out.' },
      { index: 10, reason: '“startedAt”: “2026-02-30 10:00:00” is no date with a time.' },
    ],
  });
  expect(await listed()).toEqual([
    ...taken,
    ['2026-03-17T08:00:00.000Z', 304, 'out', '102', '+27825550101', 'NP2'],
    ['2026-03-17T09:00:00.000Z', 304, 'in', '102', null, 'NP2'],
  ]);
});

it('gives the attorney the call with its matter and price, and its evidence', async () => {
  const { take, events } = await aSender('csv');
  await take({ ...plain, accountCode: undefined });
  const [event] = (await events()).data;
  expect(await first('?isOpen=true', ctx.thabo.token)).toMatchObject({
    attorney: { name: 'Thabo Mokoena' },
    matter: { number: 'NP1' },
    proposal: 'number',
    road: 'event',
    sha256: event?.sha256,
  });
});
