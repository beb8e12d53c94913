import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useExportMails } from '../../test/export-mails.ts';
import { minutes } from '../platform/core/clock.ts';

const { test, token, ids, good, send } = useExportMails();

it('accepts twenty mails an hour from a firm, also of thirty at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, () =>
      test.call('POST /sendMail?type=csv', { token: token.admin, body: good }),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  const refused = replies.find(({ statusCode }) => statusCode !== 200);
  expect([refused?.statusCode, refused?.json()]).toMatchObject([
    429,
    { code: 'too_many_requests', message: expect.stringContaining('20 emails an hour') },
  ]);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
  await test.updateRows(
    'mails',
    { firmId: ids.firm },
    { createdAt: new Date(test.clock.now().getTime() - minutes(61)) },
  );
  expect((await send()).state).toBe('queued');
});

it('accepts a hundred mails a day from a firm', async () => {
  const { _id } = await send();
  const row = await test.getRow('mails', { id: _id });
  const earlier = new Date(test.clock.now().getTime() - minutes(120));
  const rows = Array.from({ length: 99 }, () => newId()).map((id) => ({
    ...row,
    id,
    createdAt: earlier,
  }));
  await test.insertRows('mails', rows);
  const reply = await test.call('POST /sendMail?type=csv', { token: token.admin, body: good });
  expect(reply).toAnswer(429, { message: expect.stringContaining('100 emails a day') });
});

it.each([
  ['csv', { byteCount: 10_000_001 }, '11 MB of CSV'],
  ['xlsx', { rowCount: 150_001 }, '150001 rows as XLSX'],
  ['pdf', { rowCount: 20_001 }, '20001 rows as PDF'],
])('reports at once that %s is too large to mail', async (type, size, words) => {
  await test.updateRows('exports', { id: ids.export }, size);
  const reply = await test.call(`POST /sendMail?type=${type}`, { token: token.admin, body: good });
  expect(reply).toAnswer(413, { message: expect.stringContaining(words) });
});
