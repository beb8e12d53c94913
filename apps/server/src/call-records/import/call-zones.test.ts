import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { callFile, useCallFirm } from '../../../test/call-firm.ts';
import { aUser, callFees } from '../../../test/factories.ts';

const { ctx, list, send, test, upload } = useCallFirm();
const fixture = (name: string) =>
  readFileSync(new URL(`../files/fixtures/${name}.csv`, import.meta.url), 'utf8');
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
  const bands: [number, number, number][] = [[0, 10, 5000]];
  const fees = { bands, validFrom: '2026-10-06' };
  await callFees(test.db, { firm: ctx.firm, attorney: ctx.thabo, type: ctx.type }, fees);
  const named = file.replaceAll(/t\.mokoena@nkosi\.co\.za/gi, ctx.thabo.email);
  const colleague = await aUser(test.db, { firm: ctx.firm, email: `p.botha@${domain}` });
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
