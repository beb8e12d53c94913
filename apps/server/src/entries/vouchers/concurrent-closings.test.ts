import type { Voucher } from '@recoup/contract/vouchers/endpoints';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useAccounts } from '../../../test/account-firm.ts';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { pdf } from '../../../test/voucher-files.ts';
import { lockName } from '../../platform/database/advisory-lock.ts';
import type { Trx } from '../../platform/database/connections.ts';

const test = useApp();
const { ids, token, line, record } = useAccounts(test);

/** An account with a line that shows page 1 of its file; the same file at another entry. */
const of = { account: '', line: '', entry: '', voucher: '' };

beforeEach(async () => {
  const account = await record({ total: 100, lines: [line({ pages: '1' })] });
  const body = { matter: ids.one, disbursementType: ids.type, date: '2026-03-10', amount: 5 };
  await test.assignTypes({ id: ids.firm });
  const reply = await test.call('POST /entries', { token: token.attorney, body });
  const entry = reply.json<{ data: { _id: string } }>().data._id;
  Object.assign(of, { account: account._id, line: account.lines[0]?.entry ?? '', entry });
  of.voucher = (await add(`supplier-accounts/${of.account}`))._id;
  await add(`entries/${of.entry}`);
});

async function add(owner: string): Promise<Voucher> {
  const headers = { 'content-type': 'application/pdf' };
  const sent = { token: token.admin, body: pdf({}), headers };
  const reply = await test.call(`POST /${owner}/vouchers?fileName=Nel.pdf`, sent);
  expect(reply).toAnswer(201);
  return reply.json<{ data: Voucher }>().data;
}

const owners = [
  ['entry', () => `entries/${of.entry}`],
  ['account', () => `supplier-accounts/${of.account}`],
] as const;
const remove = (owner: string) =>
  test.call(`DELETE /${owner}/vouchers/${of.voucher}`, { token: token.admin });
const list = async (owner: string) =>
  test.data<Voucher[]>(`GET /${owner}/vouchers`, { token: token.admin });
const close = () =>
  test.call('POST /exports', { token: token.admin, body: { override: 'Tested' } });

/** A transaction of another connection, which holds up what is tested. */
async function another(lock: (trx: Trx) => Promise<unknown>) {
  const trx = await test.db.startTransaction().execute();
  onTestFinished(async () => void (trx.isCommitted || (await trx.rollback().execute())));
  await lock(trx);
  return { end: async () => trx.commit().execute() };
}
async function untilWaiting(count: number): Promise<void> {
  await expect.poll(() => countLockWaits(test.db)).toBe(count);
}

describe.each(owners)('the voucher of an %s', (_, owner) => {
  it('stays when the closing has claimed the entries before it is removed', async () => {
    const number = await another((trx) => lockName(trx, `exports ${ids.firm}`));
    const closing = close();
    await untilWaiting(1);
    const removal = remove(owner());
    await untilWaiting(2);
    await number.end();

    expect(await closing).toAnswer(201, { data: { rows: 2 } });
    expect(await removal).toAnswer(409, { code: 'entry_is_locked' });
    expect(await list(owner())).toMatchObject([{ _id: of.voucher, withdrawn: null }]);
    expect(await list(`entries/${of.line}`)).toHaveLength(1);
  });

  it('is gone before a closing that waits for its removal', async () => {
    const link = owner().startsWith('entries') ? 'entryVouchers' : 'accountVouchers';
    const reader = await another((trx) =>
      trx.selectFrom(link).where('firmId', '=', ids.firm).select('id').forUpdate().execute(),
    );
    const removal = remove(owner());
    await untilWaiting(1);
    const closing = close();
    await untilWaiting(2);
    await reader.end();

    expect(await removal).toAnswer(200);
    expect(await closing).toAnswer(201, { data: { rows: 2 } });
    expect(await list(owner())).toEqual([]);
    expect(await remove(owner())).toAnswer(404);
  });
});
