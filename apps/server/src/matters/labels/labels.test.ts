import { maxLabels } from '@recoup/contract/matters/endpoints';
import { beforeEach, expect, it } from 'vitest';
import { pdfWords } from '../../../test/pdf-text.ts';
import { useMatterImports } from '../../../test/matter-imports.ts';

const { anOffice, test, upload } = useMatterImports();
const ctx = { firm: { token: '', id: '', domain: '', attorney: { id: '' } }, attorney: '' };

beforeEach(async () => {
  ctx.firm = await anOffice();
  ctx.attorney = await test.signInAs({ firm: ctx.firm });
});

const labels = (query = '', headers: Record<string, string> = {}, token = ctx.firm.token) =>
  test.call(`GET /matter-labels${query}`, { token, headers });

it('has a label for each matter of the filter, for admins and attorneys', async () => {
  await upload(
    ctx.firm,
    'Ref,Name,Client,Status\nNP1,Lease,Ndlovu,Open\nNP2,Divorce,Smit,Closed\n',
  );
  const reply = await labels('?status=Open', {}, ctx.attorney);
  expect(reply).toAnswer(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('matter-labels.pdf'),
  });
  const text = pdfWords(reply.rawPayload);
  expect(text).toContain('NP1');
  expect(text).not.toContain('NP2');
});

it('is JSON where that is asked for', async () => {
  await upload(ctx.firm, 'Ref,Name\nNP1,Lease\n');
  const reply = await labels('', { accept: 'application/json' });
  const { data } = reply.json<{ data: { fileContent: string; fileName: string } }>();
  expect(data.fileName).toBe('matter-labels.pdf');
  expect(Buffer.from(data.fileContent, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});

it('says that there is no matter, and how many labels are too many', async () => {
  expect(await labels('?search=nothing')).toAnswer({
    code: 'not_found',
    message: 'No matter matches. Change the search or the status.',
  });
  const rows = Array.from({ length: maxLabels + 1 }, (_, at) => `${at},Lease\n`);
  await upload(ctx.firm, `Ref,Name\n${rows.join('')}`);
  expect(await labels()).toAnswer({
    code: 'invalid_input',
    message: 'At most 960 labels are made at once. Search, or choose a status.',
  });
  expect(await labels('?search=95')).toAnswer(200);
  expect(await labels('?colour=red')).toAnswer(400);
});
