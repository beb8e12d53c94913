import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpus, dataUrl, type LogoCase, plain, repeated } from '../../test/hostile-logos.ts';
import { cleanLogo } from './logo.ts';

describe('hostile files', () => {
  const cases: LogoCase[] = [];
  beforeAll(async () => {
    cases.push(...(await corpus()));
    await cleanLogo(dataUrl(await plain(10, 10)));
  });

  it('are more than forty', () => {
    expect(cases.length).toBeGreaterThan(40);
  });

  it('are rejected with a message or become plain pixels, each within 300 ms', async () => {
    const wrong: string[] = [];
    for (const [name, expected, bytes] of cases) {
      const { result, ms } = await timed(bytes);
      if (ms >= 300) wrong.push(`${name}: ${Math.round(ms)} ms`);
      if (result.isClean !== (expected === 'clean'))
        wrong.push(`${name}: ${result.isClean ? 'clean' : result.message}`);
      if (!result.isClean && !/^The logo [^\n]{10,}\.$/.test(result.message))
        wrong.push(`${name}: ${result.message}`);
      if (result.isClean) wrong.push(...(await faultsOf(name, result.logo.large)));
      if (process.env.LOGO_TIMES === '1')
        process.stdout.write(
          `${name}: ${result.isClean ? 'clean' : 'refused'} in ${ms.toFixed(1)} ms\n`,
        );
    }
    expect(wrong).toEqual([]);
  });

  it('do not make the memory jump', async () => {
    const before = process.memoryUsage().rss;
    let highest = before;
    for (const [, , bytes] of cases) {
      const url = dataUrl(bytes);
      await cleanLogo(url);
      highest = Math.max(highest, process.memoryUsage().rss);
    }
    expect((highest - before) / 2 ** 20).toBeLessThan(64);
  });
});

/** The best of three where the first was slow: other programs run here too. */
async function timed(
  bytes: Buffer,
): Promise<{ result: Awaited<ReturnType<typeof cleanLogo>>; ms: number }> {
  const once = async () => {
    const startedAt = performance.now();
    const result = await cleanLogo(dataUrl(bytes));
    return { result, ms: performance.now() - startedAt };
  };
  let best = await once();
  for (let count = 0; count < 2 && best.ms >= 300; count += 1) {
    const next = await once();
    if (next.ms < best.ms) best = next;
  }
  return best;
}

async function faultsOf(name: string, clean: Buffer): Promise<string[]> {
  const { format, width, height, space, exif, icc, xmp, iptc } = await sharp(clean).metadata();
  const isPixelsAlone = [exif, icc, xmp, iptc].every((extra) => !extra);
  const isPlain =
    format === 'jpeg' &&
    Math.max(width, height) <= 512 &&
    (space === 'srgb' || space === 'b-w') &&
    isPixelsAlone;
  return isPlain && !/script|php|Copyright|Artist/.test(clean.toString('latin1'))
    ? []
    : [`${name}: came out as ${format} ${width} x ${height} ${space}`];
}

it('turns a picture upright, limits it to 512 pixels, and makes a small copy', async () => {
  const lying = await sharp(await plain(1200, 800))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const result = await cleanLogo(dataUrl(lying));
  const sizes = result.isClean
    ? await Promise.all(
        [result.logo.large, result.logo.small].map((bytes) => sharp(bytes).metadata()),
      )
    : [];
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [341, 512],
    [64, 96],
  ]);
});

it.each([
  'data:image/jpeg;base64,',
  'data:image/jpeg;base64,****',
  'data:image/jpeg;base64,AAAA BBBB',
  'data:image/jpeg;base64,/9j/%00',
])('rejects %s', async (url) => {
  expect(await cleanLogo(url)).toMatchObject({
    isClean: false,
    message: 'The logo must be a JPEG picture (.jpg or .jpeg).',
  });
});

it('rejects more than 2 MB', async () => {
  const large = Buffer.concat([await plain(10, 10), repeated(0, 2 * 1024 * 1024)]);
  expect(await cleanLogo(dataUrl(large))).toMatchObject({
    isClean: false,
    message: 'The logo must not be larger than 2 MB.',
  });
});
