import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { bill, callLog, ownCallFiles } from '../../../test/own-calls.ts';

const call = useCallFirm();
const { ctx, test } = call;
const { send } = ownCallFiles(call);

const client = '082 555 0101';
const nine = '2026-03-17 09:00:00';
const good = callLog([client, nine, 300]);
const log = (calls: string) => `<?xml version="1.0"?><calls count="1">${calls}</calls>`;
const logged = (more: string) => log(`<call ${more} presentation="1" />`);
const values = 'number="0825550101" duration="60" date="1773730800000" type="2"';

it.each([
  ['entities', `<!DOCTYPE calls [<!ENTITY a "aaaa">]>${good}`, /document type/],
  [
    'entities that grow',
    '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><calls>&lol2;</calls>',
    /document type/,
  ],
  ['an entity of a file', '<!DOCTYPE calls SYSTEM "file:///etc/passwd"><calls/>', /document type/],
  ['depth', `<calls>${'<a>'.repeat(100_000)}`, /no log of calls/],
  ['calls inside of calls', log(`<call ${values}><call ${values}/></call>`), /no log of calls/],
  ['messages', '<?xml version="1.0"?><smses count="1"><sms body="Hi"/></smses>', /begins with/],
  ['a part of it', good.slice(0, -20), /no whole XML/],
  [
    'an attribute that does not end',
    `<calls><call number="${'1'.repeat(1_000_000)}`,
    /no whole XML/,
  ],
  ['an attribute twice', logged(`${values} number="0830000000"`), /no whole XML/],
  ['text behind it', `${good} and more`, /no whole XML/],
  ['nothing', '<', /no whole XML/],
  ['20 MB', `<calls a="${'1'.repeat(20_000_000)}"/>`, /too large/],
  ['another file', 'Dear Sir\nplease find the calls attached\n', /only one column/],
  ['blanks', '  \n \n', /empty/],
])('refuses a log of %s in a sentence, and stores nothing', async (_, file, message) => {
  expect(await send(file)).toAnswer(400, {
    fields: { fileStream: expect.stringMatching(message) },
  });
  expect(await test.listRows('ownCallImports', { firmId: ctx.firm.id })).toEqual([]);
  expect(await test.listRows('callRecords', { firmId: ctx.firm.id })).toEqual([]);
});

it.each([
  ['no start', logged(values.replace('1773730800000', 'soon')), /no start/],
  ['no length', logged(values.replace('duration="60"', '')), /no length/],
  ['a long number', logged(values.replace('0825550101', '0'.repeat(10_000))), /more than 300/],
  ['a start before 2000', logged(values.replace('1773730800000', '873730800000')), /2000 to 2099/],
  ['a start after 2099', logged(values.replace('1773730800000', '9773730800000')), /2000 to 2099/],
  ['a length of years', logged(values.replace('"60"', '"9999999"')), /at most 6 000 000/],
])('names a call with %s, and takes none of the file', async (_, file, message) => {
  expect(await send(file)).toAnswer(422, {
    refused: 1,
    rows: [{ row: 1, message: expect.stringMatching(message) }],
  });
  expect(await test.listRows('callRecords', { firmId: ctx.firm.id })).toEqual([]);
});

it('reads entities of XML itself, and a mark at the beginning', async () => {
  const file = `\uFEFF${logged(values.replace('0825550101', '&#43;27825550101'))}`;
  expect((await send(file)).json()).toMatchObject({ data: { taken: 1 } });
});

it('reads a log in pieces', async () => {
  const calls = Array.from({ length: 2000 }, (_, at): [string, string, number] => [
    at % 100 === 0 ? client : '0835550000',
    `2026-03-${String(1 + (at % 28)).padStart(2, '0')} 09:00:00`,
    60 + at,
  ]);
  expect((await send(callLog(...calls))).json()).toMatchObject({
    data: { taken: 20, others: 1980 },
  });
});

it('refuses a line of a bill without its numbers', async () => {
  const swapped = { time: 'Number dialled', other: 'Cost' };
  const file = bill(['083 444 0999', nine, 60]);
  const reply = await send(file, { mapping: swapped });
  expect(reply).toAnswer(422, { refused: 1, rows: [{ row: 2 }] });
  expect(reply.body).not.toMatch(/444|0999/);
});

it('refuses more calls of a day than a phone has', async () => {
  const calls = Array.from({ length: 501 }, (_, at): [string, string, number] => [
    client,
    nine,
    60 + at,
  ]);
  expect(await send(callLog(...calls))).toAnswer(400, {
    fields: { fileStream: expect.stringContaining('more than 500 calls') },
  });
});
