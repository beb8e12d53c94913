import { expect, it } from 'vitest';
import { z } from 'zod';
import { createStringify } from './stringify.ts';

const schema = z.object({
  data: z.array(z.object({ name: z.string(), amount: z.number().nullable() })),
  count: z.int(),
  note: z.string().optional(),
});
const listOf = (length: number) => ({
  data: Array.from({ length }, (_, at) => ({ name: `“${at}” "data":[]`, amount: at || null })),
  count: length,
  note: '"data":[] and "data":[',
});

it.each([0, 1, 200, 201, 400, 1_001])('writes a list of %i as JSON', async (length) => {
  const list = listOf(length);
  const pieces = await createStringify(schema)(list);
  expect(JSON.parse(pieces.join(''))).toEqual(list);
  expect(pieces.length).toBe(length <= 200 ? 1 : Math.ceil(length / 200) + 2);
});

it('writes a long list within the data', async () => {
  const rows = z.array(z.object({ n: z.int() })).optional();
  const stringify = createStringify(z.object({ data: z.object({ title: z.string(), rows }) }));
  const data = { title: '"rows":[]', rows: Array.from({ length: 450 }, (_, n) => ({ n })) };
  const pieces = await stringify({ data });
  expect(JSON.parse(pieces.join(''))).toEqual({ data });
  expect(pieces).toHaveLength(5);
});

it('writes two lists of one name', async () => {
  const rows = z.array(z.int());
  const named = z.object({ data: z.object({ rows, more: z.object({ rows }) }) });
  const data = { rows: Array.from({ length: 300 }, (_, n) => n), more: { rows: [] } };
  expect(JSON.parse((await createStringify(named)({ data })).join(''))).toEqual({ data });
});

it('writes what is no list', async () => {
  const stringify = createStringify(z.object({ data: z.object({ name: z.string() }) }));
  expect(await stringify({ data: { name: 'a', secret: 'b' } })).toEqual(['{"data":{"name":"a"}}']);
});

it('leaves out of a long list what its schema has not', async () => {
  const data = Array.from({ length: 300 }, () => ({ name: 'a', amount: 1, secret: 'b' }));
  const json = (await createStringify(schema)({ data, count: 300 })).join('');
  expect(json).not.toContain('secret');
  expect(JSON.parse(json)).toMatchObject({ count: 300 });
});
