import { type BuiltInLayout, builtInLayouts } from '@recoup/contract/posting/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLedes } from '../../../test/posting-readers/ledes.ts';
import {
  base,
  copies,
  readers,
  withVat,
  writePosting,
} from '../../../test/posting-readers/posting-lines.ts';
import type { PostingLine } from '../engine/posting-line.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc
        .constantFrom('|', '[]', '"', '""', '=', '=1+1', '\n', '\r\n', 'é', '😀', '\t', ',', ';')
        .chain((piece) =>
          fc.constantFrom(piece, ` ${piece}`, `${piece}a`, "'", '€', '–', 'x'.repeat(99)),
        ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join('')),
);
const anyLine = fc
  .record({
    narration: fc.option(hostile),
    amountCents: fc.integer({ min: 1, max: 10_000_000 }),
    isReversal: fc.boolean(),
    isIncluded: fc.boolean(),
    quantity: fc.option(fc.integer({ min: 1, max: 99 })),
    treatment: fc.constantFrom('cost', 'agent', 'zero', 'exempt', 'none'),
    of: fc.constantFrom(base, copies),
  })
  .map(({ isReversal, isIncluded, treatment, of, ...given }): PostingLine => {
    const amountCents = isReversal ? -given.amountCents : given.amountCents;
    const line = { ...of, ...given, amountCents };
    return treatment === 'none' ? line : withVat(line, treatment, isIncluded);
  });

/** The sums of the records, as a reader of the layout finds them, and the faults of LEDES. */
function readBack(id: BuiltInLayout, bytes: Buffer) {
  const posted = readers[id]?.(bytes);
  if (posted !== undefined)
    return { cents: posted.map(({ cents }) => cents), texts: posted.map(({ text }) => text) };
  const { faults, lines } = readLedes(bytes);
  const cents = lines.map((line) => BigInt((line['LINE_ITEM_TOTAL'] ?? '').replace('.', '')));
  return { cents, texts: [], faults };
}

it.each(builtInLayouts)('reads back what %s wrote of hostile narrations', async (id) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 12 }), async (lines) => {
      const { bytes, rows, total } = await writePosting(id, lines);
      const { cents, texts, faults = [] } = readBack(id, bytes);
      expect([rows, faults]).toEqual([[], []]);
      expect(cents).toEqual(lines.map((line) => BigInt(line.vat?.grossCents ?? line.amountCents)));
      expect(total.sumCents).toBe(cents.reduce((sum, part) => sum + part, 0n));
      expect(texts.filter((text) => /^[\s"]*[=+@]/.test(text))).toEqual([]);
      expect(texts.filter((text) => /[\r\n\t]/.test(text))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
