import { folded } from '@recoup/contract/core/folded';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fewPayloads, held, payloads, testSearches } from '../search-payloads.ts';
import { contains } from '../../src/platform/database/pagination-and-search.ts';

// All of them over HTTP: `search-payloads.deep.test.ts`.
const test = testSearches(fewPayloads, 10);

it('has at least 500 payloads, no two alike', () => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThanOrEqual(500);
});

it('finds with each payload exactly the texts that contain it', async () => {
  const conditions = payloads.map((payload) => contains(sql`text`, payload.trim()));
  const { rows } = await sql<{ text: string; matches: boolean[] }>`
    select text, array[${sql.join(conditions)}] as matches
    from unnest(${held}::text[]) as text`.execute(test.db);
  const found = rows.map(({ text, matches }) => [text, payloads.filter((_, at) => matches[at])]);
  const wanted = held.map((text) => [
    text,
    payloads.filter((payload) => folded(text).includes(folded(payload.trim()))),
  ]);
  expect(found).toEqual(wanted);
  // An oracle that expects nothing would prove nothing.
  expect(wanted.flatMap(([, some]) => some).length).toBeGreaterThan(150);
});
