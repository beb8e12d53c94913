import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readableOddities, refusedOddities } from '../../../test/odd-files.ts';
import { splitIntoChunks } from '../../platform/csv/text-chunks.ts';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { readCallFile } from './read-call-file.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url), 'utf8');

async function read(text: string, mapping?: CallMapping) {
  const calls: string[] = [];
  const keys: string[] = [];
  const own = { isOwn: () => false, outsidePrefix: '' };
  const file = await readCallFile(splitIntoChunks(text), {
    loadSettings: async () => ({ own, ...(mapping && { mapping }) }),
    onLegs: async (legs) => {
      keys.push(...legs.map(({ key }) => key));
      for (const { start, seconds, ownParty, otherParty, accountCode } of legs)
        calls.push(
          [Object.values(start), seconds, ownParty, otherParty ?? '-', accountCode ?? '-'].join(
            ' ',
          ),
        );
    },
  });
  return { file, calls, keys };
}

const bill = [
  'Start,Seconds,Extension,Number dialled,Account code',
  '2026-11-10 09:15:00,304,102,0825550101,M-1',
  '2026-11-10 09:25:00,62,102,0825550102,M-2',
];
// Blanks in the cells of calls tell equal lines apart, so that they stay.
const oddities = readableOddities.filter(({ name }) => name !== 'blanks before quoted cells');
const freepbx = fixture('freepbx-zero-lost').trimEnd().split(/\r?\n/);
const yeastar = fixture('yeastar')
  .trimEnd()
  .replaceAll('"ACME, Ltd', 'ACME')
  .replaceAll('>",', '>,')
  .split('\n');

describe.each([
  ['any CSV', bill],
  ['FreePBX', freepbx],
  ['Yeastar', yeastar],
])('a file of %s', (_, lines) => {
  it.each(oddities)('is read with $name', async ({ change }) => {
    const plain = await read(`${lines.join('\n')}\n`);
    expect(plain.file).toMatchObject({ ok: true, problemCount: 0 });
    const odd = await read(change(lines));
    expect(odd.file).toMatchObject({ ok: true, problemCount: 0 });
    expect(odd.calls).toEqual(plain.calls);
  });

  it.each(refusedOddities)('is refused with $name', async ({ change, row, says = '' }) => {
    const { file } = await read(change(lines));
    const problems = file.ok ? file.problems.map((problem) => problem.row) : [];
    expect(row === undefined ? file.ok : problems).toEqual(row === undefined ? false : [row]);
    expect(file.ok ? file.problems[0]?.message : says).toContain(says);
  });
});

describe('numbers of a call', () => {
  it.each([
    ['825550101', '+27825550101'],
    ['0825550101#', '+27825550101'],
    ['825550101.0', '+27825550101'],
    ['301.0', '301'],
    ['0825550101;ext=3', '+27825550101'],
    ['+27825550101;phone-context=za', '+27825550101'],
  ])('%s is read', async (written, number) => {
    const { calls } = await read(`${bill[0]}\n2026-11-10 09:15:00,304,102,"${written}",\n`);
    expect(calls).toEqual([`2026-11-10 09:15:00 304 102 ${number} -`]);
  });

  it('that cannot be read are counted, with the first, and hidden ones are not', async () => {
    const numbers = ['8.26E+08', 'Anonymous', '', '08255*****', 'Smit J', '0825550101'];
    const lines = numbers.map((number, at) => `2026-11-10 09:1${at}:00,304,102,${number},`);
    const { file, calls } = await read([bill[0], ...lines].join('\n'));
    expect(file).toMatchObject({ ok: true, unread: { calls: 2, example: '8.26E+08' } });
    expect(calls).toHaveLength(6);
  });

  it.each(['\\N', 'NULL', ''])('have no account code for %j', async (code) => {
    const { calls } = await read(`${bill[0]}\n2026-11-10 09:15:00,304,102,0825550101,${code}\n`);
    expect(calls).toEqual(['2026-11-10 09:15:00 304 102 +27825550101 -']);
  });
});

describe('what a spreadsheet makes of a call', () => {
  it.each([
    ['0.003518519,102,0825550101,M-1', '"0.003518519" is no length.'],
    ['304,102,0825550101,#REF!', 'The account code is an error of a spreadsheet, "#REF!".'],
    ['304,102,0825550101,1.2E+10', 'The account code "1.2E+10" was rounded by a spreadsheet'],
  ])('%s is refused', async (line, message) => {
    const { file } = await read(`${bill[0]}\n2026-11-10 09:15:00,${line}\n`);
    expect(file).toMatchObject({
      problems: [{ row: 2, message: expect.stringContaining(message) }],
    });
  });

  it.each(['1.76E+09', '1,76E+09', '1760000004'])('the number %s is refused', async (id) => {
    const { file } = await read(
      freepbx.join('\n').replaceAll(/\b\d{10}\.\d+\b/g, id.includes(',') ? `"${id}"` : id),
    );
    const messages = file.ok ? file.problems.map(({ message }) => message) : [];
    expect(messages).toHaveLength(freepbx.length - 1);
    for (const message of messages) expect(message).toContain('a spreadsheet may have rounded it');
  });
});

describe('starts of a call', () => {
  const yeastarLine = (start: string) =>
    `${yeastar[0]}\nA1,${start},102,0825550101,312,8,304,ANSWERED,x,,Telkom,Outbound,,,,M-1,\n`;
  const freepbxLine = (start: string) =>
    [freepbx[0], (freepbx[1] ?? '').replace('2026/11/10 09:15', start), ''].join('\n');
  const written = [
    ['14/11/2026 09:25:00', '2026-11-14 09:25:00'],
    ['14/11/2026 9:25', '2026-11-14 09:25:00'],
    ['2026-11-14 02:25:00 PM', '2026-11-14 14:25:00'],
    ['11/14/2026 9:15', '2026-11-14 09:15:00'],
    ['14 Nov 2026 09:25', '2026-11-14 09:25:00'],
    ['2026/11/14 09:25', '2026-11-14 09:25:00'],
  ] as const;
  it.each(written)('%s is read in the file of every system', async (start, local) => {
    const bills = await read(`${bill[0]}\n${start},304,102,0825550101,M-1\n`);
    expect(bills.calls[0]).toContain(local);
    expect((await read(yeastarLine(start))).calls[0]).toContain(local);
    expect((await read(freepbxLine(start))).calls[0]).toContain(local);
  });

  it('are asked for where no day shows the order, then read in the chosen one', async () => {
    const requested = await read(yeastarLine('05/11/2026 09:25:00'));
    expect(requested.file).toMatchObject({
      ok: false,
      isOrderOpen: true,
      message: expect.stringContaining('Choose the order of dates'),
    });
    for (const [dateOrder, day] of [
      ['DMY', '2026-11-05'],
      ['MDY', '2026-05-11'],
    ] as const) {
      const chosen = await read(yeastarLine('05/11/2026 09:25:00'), { dateOrder });
      expect(chosen.calls[0]).toContain(day);
    }
  });

  it('are refused where only a line far down shows that the month comes first', async () => {
    const early = Array.from({ length: 3_000 }, () => '05/11/2026 09:15,304,102,0825550101,M-1');
    const lines = [bill[0], ...early, '05/14/2026 09:15,304,102,0825550101,M-1'];
    expect((await read(lines.join('\n'))).file).toMatchObject({
      ok: false,
      message: expect.stringContaining('month comes before the day'),
    });
  });

  it('say that 13:15 AM is no time of a day, and read 13:15 PM', async () => {
    const at = async (time: string) =>
      read(`${bill[0]}\n2026-11-14 ${time},304,102,0825550101,M-1\n`);
    expect((await at('13:15 AM')).file).toMatchObject({
      problems: [{ row: 2, message: expect.stringContaining('is no time of a day') }],
    });
    expect((await at('13:15 PM')).calls[0]).toContain('2026-11-14 13:15:00');
  });

  it('say that a year of two digits is not read', async () => {
    const { file } = await read(`${bill[0]}\n10/11/26 09:15,304,102,0825550101,M-1\n`);
    expect(file).toMatchObject({
      problems: [{ row: 2, message: expect.stringContaining('two-digit year') }],
    });
  });
});

it('takes lines that end early in a block, and says how many', async () => {
  const whole = Array.from({ length: 15 }, () => bill[1] ?? '');
  const short = Array.from({ length: 3 }, (_, at) => `2026-11-11 09:1${at}:00,62,102,0825550102`);
  const { file, calls, keys } = await read(`${[bill[0], ...whole, ...short].join('\n')}\n`);
  expect(file).toMatchObject({ ok: true, problemCount: 0, short: 3 });
  const unshortened = short.map((line) => `${line},`);
  expect((await read([bill[0], ...whole, ...unshortened].join('\n'))).keys).toEqual(keys);
  expect(calls.at(-1)).toBe('2026-11-11 09:12:00 62 102 +27825550102 -');
  const cut = await read([bill[0], ...whole, ...short].join('\n'));
  expect(cut.file).toMatchObject({ ok: true, short: 2, problems: [{ row: 19 }] });
});

const freeswitch = (at: number, uuid: string) =>
  `"Thabo","102","0825550101","default","2026-10-05 09:1${at}:00","2026-10-05 09:15:08",` +
  `"2026-10-05 09:20:12","312","304","NORMAL_CLEARING","${uuid}","","M-1","PCMU","PCMU"`;
const uuid = '3a9f8c2e-0001-4c4d-9d3e-0123456789ab';

it('reads both templates of FreeSWITCH that have no header', async () => {
  const example = await read(`${freeswitch(0, uuid)}\n`);
  expect(example.file).toMatchObject({ ok: true, system: 'freeswitch' });
  expect(example.calls).toEqual(['2026-10-05 09:10:00 304 102 +27825550101 M-1']);
  const asterisk = await read(
    '"M-1","102","0825550101","default","x","sofia/internal/102@pbx","sofia/trunk","bridge","",' +
      '"2026-10-05 09:10:00","2026-10-05 09:10:08","2026-10-05 09:15:12","312","304",' +
      `"NORMAL_CLEARING","DOCUMENTATION","${uuid}",""\n`,
  );
  expect(asterisk.file).toMatchObject({ ok: true, system: 'freeswitch', unanswered: 0 });
  expect(asterisk.calls).toEqual(example.calls);
});

it('credits an extension of five digits of 3CX that the line calls an extension', async () => {
  const text = fixture('3cx').replaceAll('102', '10102');
  const { calls } = await read(text);
  expect(calls.map((call) => call.split(' ')[3])).toEqual(['10102', '10102']);
});

describe('files as they really arrive', () => {
  it('with a zero that a spreadsheet took are read with their numbers', async () => {
    const { file, calls } = await read(fixture('freepbx-zero-lost'));
    expect(file).toMatchObject({ ok: true, problemCount: 0, unread: { calls: 0 } });
    expect(calls).toEqual([
      '2026-11-10 09:15:00 304 102 +27825550101 -',
      '2026-11-10 09:25:00 304 102 +27825550101 -',
    ]);
  });

  it('with a comma in a name without quotes are refused by their row', async () => {
    const { file, calls } = await read(fixture('calls-unquoted-comma'));
    expect(file).toMatchObject({ ok: true, problems: [{ row: 3 }] });
    expect(calls).toEqual(['2026-11-10 09:15:00 304 102 +27825550101 M-1']);
  });

  it('with the day before the month are read as the days show', async () => {
    const { calls } = await read(fixture('yeastar-day-month'));
    expect(calls).toEqual(['2026-11-14 09:25:00 304 102 +27825550101 M-1']);
  });
});
