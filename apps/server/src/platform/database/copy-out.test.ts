import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { withCopyTransaction } from './connections.ts';
import { readCopiedTexts } from './copy-out.ts';

const test = useApp();

async function read(query: CompiledQuery): Promise<string[]> {
  return withCopyTransaction(test.db, async (_, __, copyOut) => {
    const texts: string[] = [];
    for await (const batch of readCopiedTexts(copyOut(query))) texts.push(...batch);
    return texts;
  });
}

it('reads texts as they are, whatever they hold', async () => {
  const odd = ['', 'a\\b', '\\n', 'one\ntwo\r\n', 'tab\there', 'a\u0007\b\f\v', '\\\\', 'é €'];
  const query = (text: string) => CompiledQuery.raw('select $1::text', [text]);
  for (const text of odd) expect(await read(query(text))).toEqual([text]);
});

it('reads nothing of no rows, and many batches in their order', async () => {
  expect(await read(CompiledQuery.raw(`select 'x' where false`))).toEqual([]);
  const many = await read(
    CompiledQuery.raw(`select n || repeat('é', 50) from generate_series(1, 20000) n`),
  );
  expect(many.map((text) => Number.parseInt(text, 10))).toEqual(
    Array.from({ length: 20_000 }, (_, index) => index + 1),
  );
});

it('takes texts, numbers and null alone as values', async () => {
  expect(await read(CompiledQuery.raw(`select coalesce($1, 'none')`, [null]))).toEqual(['none']);
  expect(await read(CompiledQuery.raw('select $1::text', [-7]))).toEqual(['-7']);
  for (const value of [{}, 0.5])
    await expect(read(CompiledQuery.raw('select $1', [value]))).rejects.toThrow(/alone/);
});

it('throws the error of the reader who stops, or of PostgreSQL, and goes on', async () => {
  const endless = CompiledQuery.raw(`select repeat('x', 1000) from generate_series(1, 1000000)`);
  const stopped = withCopyTransaction(test.db, async (_, __, copyOut) => {
    for await (const { length } of readCopiedTexts(copyOut(endless)))
      throw new Error(`enough after ${length}`);
  });
  await expect(stopped).rejects.toThrow('enough after');
  const failing = CompiledQuery.raw('select (1 / (3 - n))::text from generate_series(1, 5) n');
  await expect(read(failing)).rejects.toMatchObject({ code: '22012' });
  expect(await read(CompiledQuery.raw(`select 'after'`))).toEqual(['after']);
});
