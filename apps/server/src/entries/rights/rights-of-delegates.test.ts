import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { officeOf } from '../../../test/office.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { lockRight } from '../entries.repository.ts';

const test = useApp();

it('keeps the rights while other fields change, and takes back what was read', async () => {
  const { anna, ben, secretary, tokens, allow } = await officeOf(test);
  const put = async (body: object) =>
    test.call(`PUT /users/${secretary.id}`, { token: tokens.admin, body });
  const rightsOf = (reply: Awaited<ReturnType<typeof put>>) =>
    reply.json<{ data: { recordsFor: { _id: string }[] } }>().data.recordsFor;
  expect(rightsOf(await put({ name: 'Sipho D. Dube' })).map(({ _id }) => _id)).toEqual([anna.id]);
  const both = rightsOf(await allow([ben.id, anna.id]));
  expect(both.map(({ _id }) => _id)).toEqual([anna.id, ben.id]);
  expect(rightsOf(await put({ recordsFor: both }))).toEqual(both);
  expect(await put({ recordsFor: [anna.id, anna.id] })).toAnswer(400);
  const many = Array.from({ length: 201 }, () => newId());
  expect(await put({ recordsFor: many })).toAnswer(400);
});

it('ends a right only after the entry that is being recorded by it', async () => {
  const { firm, anna, secretary, allow, post } = await officeOf(test);
  const pair = { userId: secretary.id, attorneyId: anna.id };
  let ended: ReturnType<typeof allow> | undefined;
  await test.db.transaction().execute(async (trx) => {
    expect(await lockRight(trx, createFirmScope(firm.id), pair)).toBeDefined();
    ended = allow([]);
    await expect.poll(async () => countLockWaits(test.db)).toBe(1);
  });
  expect((await ended)?.statusCode).toBe(200);
  expect(await post()).toAnswer(403);
});

it('records and ends rights at the same time without a deadlock', async () => {
  const { anna, ben, allow, post } = await officeOf(test);
  const replies = await Promise.all(
    Array.from({ length: 12 }, async (_, index) =>
      index % 3 === 0 ? allow(index % 2 === 0 ? [ben.id] : [anna.id]) : post(),
    ),
  );
  const odd = replies.filter(({ statusCode }) => ![200, 201, 403].includes(statusCode));
  expect(odd.map(({ body }) => body)).toEqual([]);
});
