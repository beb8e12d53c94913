import { expect, it } from 'vitest';
import { readNumberedRows } from './numbered-rows.ts';

async function shortRows(text: string, headerRow = 1): Promise<string[]> {
  const found: string[] = [];
  const chunks = (async function* () {
    for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
  })();
  for await (const { rows } of readNumberedRows(chunks, { delimiter: ',', headerRow }))
    for (const { row, isOfShortBlock, isCut } of rows)
      found.push(`${row}${isOfShortBlock ? ' even' : ''}${isCut ? ' cut' : ''}`);
  return found;
}

const rows = (count: number, row: string): string => `${row}\n`.repeat(count);

it('numbers rows as a spreadsheet, and knows blocks whose rows are as long', async () => {
  const found = await shortRows(
    rows(15, 'a,b,c') + rows(16, 'a,b') + rows(3, 'a') + rows(1, 'a,b'),
  );
  expect(found.slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, at) => String(at + 2)));
  expect(found.slice(15, 31)).toEqual(Array.from({ length: 16 }, (_, at) => `${at + 17} even`));
  expect(found.slice(31)).toEqual(['33', '34', '35', '36']);
});

it('takes blank rows of a block for any length', async () => {
  const found = await shortRows(rows(15, 'a,b') + rows(2, 'a') + rows(1, '') + rows(1, ',,'));
  expect(found.slice(15)).toEqual(['17 even', '18 even', '19 even', '20 even']);
});

it('says that a file ends within its last row', async () => {
  expect((await shortRows(`${rows(16, 'a,b')}a`)).at(-1)).toBe('18 cut');
  expect((await shortRows(rows(17, 'a,b'))).at(-1)).toBe('18 even');
});

it('hands on the rows before a quotation mark that is never closed', async () => {
  expect(await shortRows(`${rows(18, 'a,b')}"a,b\n`)).toHaveLength(18);
  const last: { row: number; error: string | undefined }[] = [];
  const chunks = (async function* () {
    yield `${rows(18, 'a,b')}"a,b\n`;
  })();
  for await (const { rows: some, error } of readNumberedRows(chunks, {
    delimiter: ',',
    headerRow: 1,
  }))
    if (error !== undefined) last.push({ row: some.at(-1)?.row ?? 0, error });
  expect(last).toMatchObject([{ row: 19, error: expect.stringContaining('never closed') }]);
});

it('knows rows that are as long as most around them', async () => {
  const chunks = (async function* () {
    yield `${rows(14, 'a,b,')}a,b,,\n${rows(16, 'a,b,,')}a,b,\na,b,,\n`;
  })();
  const unusual: number[] = [];
  for await (const { rows: some } of readNumberedRows(chunks, { delimiter: ',', headerRow: 1 }))
    unusual.push(...some.filter(({ isUsual }) => !isUsual).map(({ row }) => row));
  expect(unusual).toEqual([16, 33]);
});
