import fc from 'fast-check';

/** A kind of value: its generator, and a check that throws. */
export type Reader<T> = { made: fc.Arbitrary<T>; holds(value: T): void };

/** Texts of a few such pieces, which meet more branches than even letters would. */
export function piecesOf(pieces: readonly string[], maxLength = 12): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  );
  return fc.array(piece, { maxLength }).map((parts) => parts.join(''));
}
