import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { officeOf } from '../../../test/office.ts';

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
  expect((await put({ recordsFor: [anna.id, anna.id] })).statusCode).toBe(400);
  const many = Array.from({ length: 201 }, () => newId());
  expect((await put({ recordsFor: many })).statusCode).toBe(400);
});
