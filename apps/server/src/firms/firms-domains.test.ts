import { userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { aFirm, aUser } from '../../test/factories.ts';
import { type FirmReply, newFirm, useFirms } from '../../test/firm-requests.ts';

const { change, create, created, read, test } = useFirms();

it('rejects a mail provider’s domain with a message, and reports all wrong domains', async () => {
  const reply = await create(newFirm({ domains: ['', 'no domain', 'GMail.com'] }));
  expect(reply.json()).toMatchObject({
    fields: {
      'domains.0': 'Domain is required',
      'domains.1': 'Please enter valid domain (for ex: lawfirm.co.za)',
      'domains.2': "gmail.com is a public email domain. Enter the firm's own domain.",
    },
  });
});

describe('domains', () => {
  it('belong to one firm; the other is not named', async () => {
    const other = await aFirm(test.db, { name: 'The Other Firm' });
    const firm = await created(newFirm());
    const makes = await create(
      newFirm({ domains: ['fresh-domain.co.za', other.domain.toUpperCase()] }),
    );
    const changes = await change(firm._id, { domains: [...firm.domains, other.domain] });
    for (const reply of [makes, changes]) {
      expect(reply).toAnswer(409, {
        code: 'conflict',
        fields: { 'domains.1': expect.stringContaining(other.domain) },
      });
      expect(reply.body).not.toContain('The Other Firm');
    }
    expect((await read(firm._id)).json<FirmReply>().data).toEqual(firm);
  });

  it('go to one of two firms that add one at the same moment', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => create(newFirm({ domains: ['wanted-by-many.co.za'] }))),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409,
    ]);
    expect(
      (
        await test.db
          .selectFrom('firms')
          .innerJoin('firmDomains', 'firmId', 'id')
          .where('domain', '=', 'wanted-by-many.co.za')
          .select('id')
          .execute()
      ).length,
    ).toBe(1);
  });

  it('stay while a user signs in with them, and are removable afterwards', async () => {
    const firm = await created(newFirm({ domains: ['kept-by-firm.co.za', 'given-up.co.za'] }));
    const giveUp = async () => change(firm._id, { domains: ['kept-by-firm.co.za'] });
    const here = { id: firm._id, domain: 'given-up.co.za' };
    await aUser(test.db, { firm: here, email: 'left@given-up.co.za', status: userStatus.inactive });
    await aUser(test.db, { firm: here, email: 'zodwa@given-up.co.za' });
    // Of another firm that had the domain before.
    await aUser(test.db, { email: 'aaa@given-up.co.za' });
    const one = await giveUp();
    const sentence =
      'The domain given-up.co.za is in use: zodwa@given-up.co.za signs in with it. ' +
      'Change their email or make them inactive first.';
    expect([one.statusCode, one.json()]).toEqual([
      409,
      { code: 'conflict', message: sentence, fields: { 'domains.1': sentence } },
    ]);
    await aUser(test.db, { firm: here, email: 'busi@given-up.co.za' });
    expect((await giveUp()).json<{ message: string }>().message).toContain(
      'busi@given-up.co.za and 1 more of this firm sign in with it.',
    );
    await test.updateRows('users', { firmId: firm._id }, { status: userStatus.inactive });
    expect((await giveUp()).json<FirmReply>().data.domains).toEqual(['kept-by-firm.co.za']);
  });

  it('may change places and leave', async () => {
    const firm = await created(
      newFirm({ domains: ['one-of-three.co.za', 'two-of-three.co.za', 'three-of-three.co.za'] }),
    );
    const reply = await change(firm._id, {
      domains: ['three-of-three.co.za', 'one-of-three.co.za'],
    });
    expect(reply.json<FirmReply>().data.domains).toEqual([
      'three-of-three.co.za',
      'one-of-three.co.za',
    ]);
  });
});
