import { createHash } from 'node:crypto';
import { role } from '@recoup/contract/core/access';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { admin: '', auditor: '', otherAdmin: '' };
let closed: ExportRecord;

beforeAll(async () => {
  const firm = await test.aFirm();
  await test.anEntry({ firm, attorney: await test.aUser({ firm }) });
  const auditor = await test.aUser({ firm, role: role.auditor, endsOn: '2099-12-31' });
  Object.assign(token, {
    admin: await test.signInAdmin({ firm }),
    auditor: await test.signIn(auditor),
    otherAdmin: await test.signInAdmin(),
  });
  const body = {};
  closed = await test.data<ExportRecord>('POST /exports', { token: token.admin, body });
});

const find = async (sha256: string, as = token.auditor) =>
  test.call(`GET /exports?sha256=${sha256}`, { token: as });
const idsOf = async (sha256: string, as?: string) =>
  (await find(sha256, as)).json<{ data: ExportRecord[] }>().data.map(({ _id }) => _id);

describe('the ledger by a hash', () => {
  it('has the export of its CSV, in large and small letters, for the own firm', async () => {
    expect(await idsOf(closed.sha256)).toEqual([closed._id]);
    expect(await idsOf(closed.sha256.toUpperCase())).toEqual([closed._id]);
    expect(await idsOf('0'.repeat(64))).toEqual([]);
    expect(await idsOf(closed.sha256, token.otherAdmin)).toEqual([]);
  });

  it('has the export of a file that was mailed', async () => {
    const hash = createHash('sha256').update('mailed').digest();
    const { firmId } = await test.getRow('exports', { id: closed._id }, ['firmId']);
    const mail = { toAddress: 'books@example.com', subject: 'x', body: 'x', state: 'sent' };
    await test.insertRows('mails', {
      ...mail,
      id: newId(),
      firmId,
      exportId: closed._id,
      attachment: 'csv',
      attachmentSha256: hash,
      createdAt: test.clock.now(),
    });
    expect(await idsOf(hash.toString('hex'))).toEqual([closed._id]);
    expect(await idsOf(hash.toString('hex'), token.otherAdmin)).toEqual([]);
  });

  it.each(['abc', 'g'.repeat(64), '0'.repeat(63), '0'.repeat(65)])('refuses %s', async (hash) => {
    expect(await find(hash)).toAnswer(400, { fields: { sha256: 'Must be a SHA-256 in hex.' } });
  });
});

it('does not count the download of an auditor as fetched', async () => {
  const fetchedAt = async () =>
    (await test.getRow('exports', { id: closed._id }, ['fetchedAt'])).fetchedAt;
  const get = async (as: string) =>
    (await test.call(`GET /exports/${closed._id}/file`, { token: as })).statusCode;
  expect(await get(token.auditor)).toBe(200);
  expect(await fetchedAt()).toBeNull();
  expect(await get(token.admin)).toBe(200);
  expect(await fetchedAt()).not.toBeNull();
});
