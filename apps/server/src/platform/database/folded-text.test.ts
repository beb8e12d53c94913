import { folded } from '@recoup/contract/core/folded';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { foldedText } from './pagination-and-search.ts';

const test = useApp();

/** Latin, Greek and Cyrillic letters, punctuation, and full-width forms. */
const blocks = [
  [0x20, 0x17f],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x1e00, 0x1ef9],
  [0x2000, 0x206f],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
] as const;

it('folds in SQL as the contract does', async () => {
  const characters = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  const texts = characters.flatMap((each) => [each, `a${each}B`]);
  const { rows } = await sql<{ text: string; plain: string }>`
    select text, ${foldedText(sql`text`)} as plain from unnest(${texts}::text[]) as text
  `.execute(test.db);
  const different = rows.filter(({ text, plain }) => plain !== folded(text));
  expect(different).toEqual([]);
  expect(rows).toHaveLength(texts.length);
});

it('sorts É with E, whatever the collation of the database', async () => {
  const names = ['Zuma', 'Élise', 'Øst', 'abel', 'Eben', "O'Brien", 'O’Connor', 'Łukasz', 'Mkhize'];
  const inOrder = async (collation: string) => {
    const name = sql`name collate ${sql.raw(`"${collation}"`)}`;
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name order by ${foldedText(name)}`.execute(
      test.db,
    );
    return rows.map((row) => row.name);
  };
  const expected = [
    'abel',
    'Eben',
    'Élise',
    'Łukasz',
    'Mkhize',
    "O'Brien",
    'O’Connor',
    'Øst',
    'Zuma',
  ];
  expect(await inOrder('C')).toEqual(expected);
  expect(await inOrder('default')).toEqual(expected);
});
