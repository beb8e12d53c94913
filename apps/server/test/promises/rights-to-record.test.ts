import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../app.ts';

const test = useApp();

/** The right to record a disbursement type, and to keep an entry of it. */
it.each([
  ['nothing', {}, {}, [201, 200]],
  ['the end of the assignment', { disbursementTypes: [] }, {}, [400, 200]],
  ['the end of the use of the type', {}, { active: false }, [400, 200]],
  ['the status Inactive', { status: userStatus.inactive }, {}, [401, 401]],
] as const)('after %s: the right to record a type', async (_, person, type, expected) => {
  const firm = await test.aFirm();
  const [attorney, matter, kind] = [
    await test.aUser({ firm }),
    await test.aMatter(firm),
    await test.aDisbursementType(firm),
  ];
  await test.assignTypes(firm);
  const admin = await test.signInAdmin({ firm });
  const token = await test.signIn(attorney);
  const body = { matter: matter.id, disbursementType: kind.id, date: '2026-03-05', amount: 5 };
  const earlier = await test.data<{ _id: string }>('POST /entries', { token, body });
  await test.call(`PUT /users/${attorney.id}`, { token: admin, body: person });
  await test.call(`PUT /disbursements/${kind.id}`, {
    token: admin,
    body: { title: kind.title, ...type },
  });
  const records = await test.call('POST /entries', { token, body });
  const corrects = await test.call(`PUT /entries/${earlier._id}`, {
    token,
    body: { narration: 'Two pages' },
  });
  expect([records.statusCode, corrects.statusCode]).toEqual(expected);
});
