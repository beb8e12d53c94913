import { fileTypes } from '@recoup/contract/exports/files';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { token: '', exportId: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const matter = await test.aMatter(firm);
  const type = await test.aDisbursementType(firm);
  await test.anEntry({ firm, attorney, matter, type });
  ctx.token = await test.signInAdmin({ firm });
  const reply = await test.call('POST /exports', { token: ctx.token });
  ctx.exportId = reply.json<{ data: { _id: string } }>().data._id;
});

it.each([
  [undefined, fileTypes.csv],
  ['*/*', fileTypes.csv],
  ['application/pdf;q=0.5, text/csv', fileTypes.csv],
  ['text/csv;q=0.1, application/pdf', fileTypes.pdf],
  ['text/csv;q=0, application/json', 'application/json'],
  ['text/*', fileTypes.csv],
  ['text/html, */*;q=0.8', fileTypes.csv],
  ['application/json, text/plain, */*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/*;q=0.5, application/pdf', fileTypes.pdf],
  ['*/*, text/csv;q=0.5', 'application/json'],
  ['image/png', 'application/json'],
  ['text/csv; charset=utf-8', fileTypes.csv],
  ['text/csv;header=present', fileTypes.csv],
  ['text/csv;q=1.0;ext=1', fileTypes.csv],
  ['application/pdf;version=1.7', fileTypes.pdf],
  [String.raw`application/pdf;a="\",x;q=0";Q=0.1, text/csv; charset`, fileTypes.csv],
  ['application/json;charset=utf-8, */*', 'application/json'],
  ['text/csv;header=present;q=0, */*', 'application/json'],
])('answers Accept %s with %s', async (accept, type) => {
  expect(await typeOf(`/exports/${ctx.exportId}/file`, accept)).toContain(type);
});

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/html, */*;q=0.8', 'application/json'],
  ['text/*, */*;q=0.1', fileTypes.csv],
  ['text/csv; charset=utf-8', fileTypes.csv],
])('downloads for Accept %s as %s', async (accept, type) => {
  expect(await typeOf('/download', accept)).toContain(type);
});

async function typeOf(address: string, accept: string | undefined) {
  const reply = await test.call(`GET ${address}`, {
    token: ctx.token,
    ...(accept !== undefined && { headers: { accept } }),
  });
  expect(reply).toAnswer(200);
  return reply.headers['content-type'];
}
