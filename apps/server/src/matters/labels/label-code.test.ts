import jsQr from 'jsqr';
import { expect, it } from 'vitest';
import { darkSquares, labelAddress } from './labels-pdf.ts';

const scale = 4;
const margin = 4;

/** What a camera reads from the code, printed black on white. */
function scan(squares: boolean[][]): string | undefined {
  const side = (squares.length + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [at, byte] of pixels.entries()) {
    const pixel = Math.floor(at / 4);
    const row = Math.floor(Math.floor(pixel / side) / scale) - margin;
    const column = Math.floor((pixel % side) / scale) - margin;
    pixels[at] = at % 4 < 3 && squares[row]?.[column] === true ? 0 : byte;
  }
  return jsQr.default(pixels, side, side)?.data;
}

it.each(['NP000123', 'A/1 & Söhne', 'x'.repeat(60)])('is read back as the matter %s', (number) => {
  const matter = { id: '01a211e6-b4a7-7020-979e-33b64ac13cbe', number };
  const address = labelAddress('https://recoup.nkosi.co.za', matter);
  const read = new URL(scan(darkSquares(address)) ?? 'about:blank');
  expect(read.origin + read.pathname).toBe('https://recoup.nkosi.co.za/home/entries');
  expect(Object.fromEntries(read.searchParams)).toEqual({ call: matter.id, number });
});
