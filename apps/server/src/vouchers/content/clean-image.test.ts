import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { photo } from '../../../test/voucher-files.ts';
import { cleanFile } from './clean-file.ts';

const fixture = new URL('fixtures/photo.heic', import.meta.url);
const damagedPicture = /picture is damaged/;
const unknown = /neither a photo/;

type Expected = 'jpeg' | 'png' | 'pdf' | RegExp;
type Case = readonly [name: string, expected: Expected, bytes: () => Buffer | Promise<Buffer>];

/** A PNG that claims other measures than it has. */
async function claimingPng(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp(await photo())
    .png()
    .toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function claimingJpeg(width: number, height: number): Promise<Buffer> {
  const bytes = await photo();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const pictures: readonly Case[] = [
  ['a JPEG', 'jpeg', async () => photo()],
  ['a progressive JPEG', 'jpeg', async () => photo(64, 48, { progressive: true })],
  [
    'a JPEG with another file behind it',
    'jpeg',
    async () => append(await photo(), 'PK\u0003\u0004'),
  ],
  [
    'a PNG',
    'png',
    async () =>
      sharp(await photo())
        .png()
        .toBuffer(),
  ],
  [
    'an interlaced PNG',
    'png',
    async () =>
      sharp(await photo())
        .png({ progressive: true })
        .toBuffer(),
  ],
  ['a HEIC', 'jpeg', () => readFileSync(fixture)],
  ['a HEIC that is cut off', damagedPicture, () => readFileSync(fixture).subarray(0, 500)],
  ['a HEIC of a header alone', damagedPicture, () => readFileSync(fixture).subarray(0, 40)],
  [
    'an AVIF',
    unknown,
    async () =>
      sharp(await photo())
        .avif({ effort: 0 })
        .toBuffer(),
  ],
  [
    'a GIF',
    unknown,
    async () =>
      sharp(await photo())
        .gif()
        .toBuffer(),
  ],
  [
    'a WebP',
    unknown,
    async () =>
      sharp(await photo())
        .webp()
        .toBuffer(),
  ],
  ['an SVG', unknown, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an empty file', /is empty/, () => Buffer.alloc(0)],
  ['a file of zeros', unknown, () => Buffer.alloc(5000)],
  ['15 MB and a byte', /more than 15 MB/, () => Buffer.alloc(15 * 1024 * 1024 + 1, 0xff)],
  ['a JPEG of two bytes', unknown, () => Buffer.from([0xff, 0xd8])],
  ['a JPEG that is cut off', damagedPicture, async () => (await photo()).subarray(0, -40)],
  ['a JPEG without its end', damagedPicture, async () => (await photo()).subarray(0, -2)],
  [
    'a JPEG with a byte before it',
    unknown,
    async () => Buffer.concat([Buffer.from('x'), await photo()]),
  ],
  [
    'a JPEG that claims 4 000 million pixels',
    /100 million pixels/,
    async () => claimingJpeg(65_500, 65_500),
  ],
  ['a JPEG that claims no pixels', damagedPicture, async () => claimingJpeg(0, 48)],
  [
    'a PNG that claims 4 000 million pixels',
    /100 million pixels/,
    async () => claimingPng(65_500, 65_500),
  ],
  ['a PNG that claims more rows than it has', damagedPicture, async () => claimingPng(64, 400)],
  [
    'a PNG that is cut off',
    damagedPicture,
    async () =>
      (
        await sharp(await photo(600, 400))
          .png()
          .toBuffer()
      ).subarray(0, -90),
  ],
  [
    'a PNG of its signature alone',
    damagedPicture,
    () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  ],
  ['a web page', unknown, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a ZIP', unknown, () => Buffer.from('PK\u0003\u0004rest')],
  ['a program', unknown, () => Buffer.from('MZ\u0090\u0000')],
];

function append(bytes: Buffer, more: string): Buffer {
  return Buffer.concat([bytes, Buffer.from(more, 'latin1')]);
}

it.each(pictures)('takes or refuses %s', async (_, expected, bytes) => {
  const result = await cleanFile(await bytes());
  expect(result.isClean ? result.kind : result.message).toMatch(expected);
});

it('turns a picture upright and removes place and device', async () => {
  const taken = await sharp(await photo(64, 48))
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '26/1 12/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  const result = await cleanFile(taken);

  const content = result.isClean ? (result.content ?? taken) : taken;
  expect(taken.includes('Exif')).toBe(true);
  expect(await sharp(content).metadata()).toMatchObject({ width: 48, height: 64 });
  expect(content.includes('Exif')).toBe(false);
});

it('stores pictures with at most 3 000 pixels a side', async () => {
  const result = await cleanFile(await photo(4_000, 1_000));

  const content = result.isClean ? result.content : undefined;
  expect(await sharp(content).metadata()).toMatchObject({ width: 3_000, height: 750 });
});

it('stores a HEIC as a JPEG with its pixels', async () => {
  const result = await cleanFile(readFileSync(fixture));

  const content = result.isClean ? result.content : undefined;
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 64, height: 48 });
  const [red = 0, , blue = 0] = data.subarray(60 * 3);
  expect([data[2] ?? 0, red].every((value) => value > 150) && blue < 100).toBe(true);
});
