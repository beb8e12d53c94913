import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, decide, first, record, take, test } = useCallFirm();
const find = async (code: string, more = '', token = ctx.admin) =>
  test.data<Exception[]>(`GET /exceptions?code=${code}${more}`, { token });

it('names calls whose matter is not known until they are recorded or accepted', async () => {
  await take(
    ['2026-03-16 09:15:00', '102', '0825550199', 60],
    ['2026-03-17 09:15:00', '103', '0825550199', 60],
  );
  const [loose] = await find('LOOSE', '', ctx.thabo.token);
  expect(loose).toMatchObject({
    level: 'warn',
    subject: { kind: 'call', name: 'Call at 09:15 on 16 March 2026' },
    attorney: { name: 'Thabo Mokoena' },
    day: '2026-03-16',
  });
  expect(await find('LOOSE', '&from=2026-03-17')).toMatchObject([{ day: '2026-03-17' }]);
  const items = (await find('LOOSE')).map(({ code, subject, fingerprint }) => ({
    code,
    subject,
    fingerprint,
  }));
  const body = { items: items.slice(0, 1), reason: 'A wrong number' };
  expect(await test.call('POST /exceptions/acceptances', { token: ctx.admin, body })).toAnswer(201);
  expect(await find('LOOSE', '&state=open')).toMatchObject([{ day: '2026-03-17' }]);
  const { _id } = await first(`?attorney=${ctx.lerato.id}`);
  await decide(_id, { state: 'recorded', matter: ctx.np2 }, ctx.lerato.token);
  expect(await find('LOOSE', '&state=open')).toEqual([]);
});

it('names an entry that the telephone system has too until they are merged', async () => {
  const entry = await record({ minutes: 5 });
  await take(['2026-03-17 09:15:00', '102', '0825550101', 300]);
  expect(await find('DUPCALL')).toMatchObject([
    {
      subject: { kind: 'entry', _id: entry._id },
      message: 'The telephone system has a call at 09:15 that is probably this one. Merge the two.',
    },
  ]);
  await decide((await first())._id, { state: 'merged' });
  expect(await find('DUPCALL')).toEqual([]);
});
