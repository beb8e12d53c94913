import { role } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();

it.each(['wantsNarration', 'isFree'])('keeps %s of a type until it is changed', async (mark) => {
  const token = await test.signInAs({ role: role.attorneyAdmin });
  const body = { title: 'Travel', [mark]: true };
  const added = await test.call('POST /disbursements', { token, body });
  expect(added.json()).toMatchObject({ data: { [mark]: true, version: 1 } });
  const { _id } = added.json<{ data: { _id: string } }>().data;
  const change = async (more: object) =>
    test.data<object>(`PUT /disbursements/${_id}`, { token, body: { title: 'Travel', ...more } });
  expect(await change({})).toMatchObject({ [mark]: true, version: 1 });
  expect(await change({ [mark]: false })).toMatchObject({ [mark]: false, version: 2 });
  const audit = await test.listRows(
    'auditLog',
    { subjectId: _id, action: 'disbursement-type.updated' },
    ['details'],
  );
  expect(audit).toEqual([{ details: { [mark]: [true, false] } }]);
});

it('sets neither for a new type', async () => {
  const token = await test.signInAs({ role: role.attorneyAdmin });
  const added = await test.call('POST /disbursements', { token, body: { title: 'Travel' } });
  expect(added.json()).toMatchObject({ data: { wantsNarration: false, isFree: false } });
});
