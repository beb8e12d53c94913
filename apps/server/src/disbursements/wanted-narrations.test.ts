import { role } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aFirm } from '../../test/factories.ts';

const test = useApp();

it('keeps whether entries of a type want a narration, until it is changed', async () => {
  const firm = await aFirm(test.db);
  const token = await test.signInAs({ firm, role: role.attorneyAdmin });
  const added = await test.call('POST /disbursements', {
    token,
    body: { title: 'Travel', wantsNarration: true },
  });
  expect(added.json()).toMatchObject({ data: { wantsNarration: true, version: 1 } });
  const { _id } = added.json<{ data: { _id: string } }>().data;
  const change = async (body: object) =>
    (
      await test.call(`PUT /disbursements/${_id}`, { token, body: { title: 'Travel', ...body } })
    ).json<{ data: object }>().data;
  expect(await change({})).toMatchObject({ wantsNarration: true, version: 1 });
  expect(await change({ wantsNarration: false })).toMatchObject({
    wantsNarration: false,
    version: 2,
  });
  const audit = await test.db
    .selectFrom('auditLog')
    .where('subjectId', '=', _id)
    .where('action', '=', 'disbursement-type.updated')
    .select('details')
    .execute();
  expect(audit).toEqual([{ details: { wantsNarration: [true, false] } }]);
});

it('wants none of a new type', async () => {
  const token = await test.signInAs({ role: role.attorneyAdmin });
  const added = await test.call('POST /disbursements', { token, body: { title: 'Travel' } });
  expect(added.json()).toMatchObject({ data: { wantsNarration: false } });
});
