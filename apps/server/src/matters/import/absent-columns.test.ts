import { readFile } from 'node:fs/promises';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { decodeMatterFile } from '../../../test/decode-matter-file.ts';

const test = useApp();
let token = '';

beforeEach(async () => {
  const firm = await test.aFirm();
  for (const name of ['Thabo Mokoena', 'Pieter Botha', 'Saras Naidoo'])
    await test.aUser({ firm, name });
  token = await test.signInAdmin({ firm });
});

const upload = async (fileStream: string, more: object = {}) =>
  test.data<object>('POST /upload', { token, body: { fileStream, ...more } });
const preview = async (body: string) =>
  test.data<{ rows: object[] }>('POST /imports/preview', {
    token,
    body,
    headers: { 'content-type': 'text/csv' },
  });
const whole = 'Ref,Name,Client,Attorney,Status,Opened\n1,A,Zulu,Thabo Mokoena,Closed,2026-01-15\n';

async function matters(search = ''): Promise<(string | null)[][]> {
  const reply = await test.call(`GET /matters?itemsPerPage=100&search=${search}`, { token });
  return reply
    .json<{ data: Matter[] }>()
    .data.map(({ number, description, client, attorney, status, opened }) => [
      number,
      description,
      client,
      attorney?.name ?? null,
      status,
      opened,
    ]);
}

async function fixture(name: string): Promise<string> {
  const decoded = decodeMatterFile(
    await readFile(new URL(`../csv/fixtures/${name}`, import.meta.url)),
  );
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded.text;
}

describe('a column that the file does not have', () => {
  it('keeps the values of a matter, and uses the defaults for a new one', async () => {
    await upload(whole);
    expect(await upload('Ref,Name\n1,A\n')).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(await upload('Ref,Name\n1,Other\n2,B\n')).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 0,
    });
    expect(await matters()).toEqual([
      ['1', 'Other', 'Zulu', 'Thabo Mokoena', 'Closed', '2026-01-15'],
      ['2', 'B', null, null, 'Open', null],
    ]);
  });

  it.each([
    ['client', ',,Thabo Mokoena,Closed,2026-01-15'],
    ['attorney', ',Zulu,,Closed,2026-01-15'],
    ['status', ',Zulu,Thabo Mokoena,Open,2026-01-15'],
    ['opened', ',Zulu,Thabo Mokoena,Closed,'],
  ])('is also the %s that the mapping omits', async (field, cells) => {
    await upload(whole);
    const file = `Ref,Name,Client,Attorney,Status,Opened\n1,A${cells}\n`;
    for (const dryRun of [true, false])
      expect(await upload(file, { dryRun, mapping: { [field]: '' } })).toMatchObject({
        unchanged: 1,
      });
    expect(await matters()).toEqual([['1', 'A', 'Zulu', 'Thabo Mokoena', 'Closed', '2026-01-15']]);
  });

  it('is shown in the preview as kept', async () => {
    await upload(whole);
    expect(await preview('Ref,Name\n1,A\n2,B\n')).toMatchObject({
      created: 1,
      unchanged: 1,
      mapping: { number: 'Ref', description: 'Name' },
      rows: [
        {
          row: 2,
          client: 'Zulu',
          attorney: 'Thabo Mokoena',
          status: 'Closed',
          opened: '2026-01-15',
        },
        { row: 3, client: null, attorney: null, status: 'Open', opened: null },
      ],
    });
  });

  it('comes back whole when the import that kept it is undone', async () => {
    await upload(whole);
    await upload('Ref,Name\n1,Other\n');
    const imports = await test.call('GET /imports', { token });
    const [last] = imports.json<{ data: { _id: string }[] }>().data;
    expect(await test.call(`DELETE /imports/${last?._id}`, { token })).toAnswer(200);
    expect(await matters()).toEqual([['1', 'A', 'Zulu', 'Thabo Mokoena', 'Closed', '2026-01-15']]);
  });

  it('keeps the attorneys of matters that a file without attorneys names again', async () => {
    await upload(await fixture('excel-unicode-text.csv'));
    const attorneys = async () =>
      [...(await matters('MK0049')), ...(await matters('KN0029'))].map(([, , client, attorney]) => [
        client,
        attorney,
      ]);
    const [first, second] = await attorneys();
    expect([first?.[1], second?.[1]]).toEqual([expect.any(String), expect.any(String)]);
    const cloud = await fixture('matters-cloud.csv');
    const expected = { created: 68, updated: 2, unchanged: 0, matters: 128 };
    expect(await upload(cloud, { dryRun: true })).toEqual(expected);
    expect(await attorneys()).toEqual([first, second]);
    expect(await upload(cloud)).toEqual(expected);
    expect(await attorneys()).toEqual([
      [expect.any(String), first?.[1]],
      [expect.any(String), second?.[1]],
    ]);
    expect(await upload(cloud)).toMatchObject({ unchanged: 70 });
  });
});

describe('an empty cell in a column that the file has', () => {
  it('clears client, attorney and date, and keeps the status', async () => {
    await upload(whole);
    const emptied = 'Ref,Name,Client,Attorney,Status,Opened\n1,A,,,,\n2,B,,,,\n';
    expect(await upload(emptied)).toMatchObject({ created: 1, updated: 1 });
    expect(await matters()).toEqual([
      ['1', 'A', null, null, 'Closed', null],
      ['2', 'B', null, null, 'Open', null],
    ]);
    expect(await upload(emptied)).toMatchObject({ unchanged: 2 });
  });
});
