import { role } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { type AuditContext, createFirmScope } from '../../platform/core/actor.ts';
import { acceptCalls } from './accept-calls.service.ts';

const { ctx, list, take, test } = useCallFirm();

it('leaves calls open for which an acceptance has no time left', async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301, 'NP1']);
  const ids = (await list()).data.map(({ _id }) => _id);
  const actor = { userId: ctx.thabo.id, role: role.attorney, scope: createFirmScope(ctx.firm.id) };
  const by = { actor, now: test.clock.now() } as unknown as AuditContext; // what it reads
  const result = await acceptCalls(test.db, by, ids, -1);
  expect(result).toEqual({
    accepted: 0,
    refused: [{ _id: ids[0], message: expect.stringContaining('still open') }],
    refusedCount: 1,
  });
  expect((await list('?isOpen=true')).count).toBe(1);
});

it.each(['admin', 'attorney'])('refuses an %s who asks for forty lists at once', async (who) => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301, 'NP1']);
  const token = who === 'admin' ? ctx.admin : ctx.thabo.token;
  const requested = Array.from({ length: 40 }, async () =>
    test.call('GET /call-records', { token }),
  );
  const codes = (await Promise.all(requested)).map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200, 429]));
  expect(await test.call('GET /call-records', { token })).toAnswer(200);
});
