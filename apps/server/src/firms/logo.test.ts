import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

  it('are rejected with a message or become plain pixels, each in 300 ms of work', async () => {
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

  // In a process of its own: other tests use the memory of this one.
  it.skipIf(!existsSync('/proc/self/clear_refs'))('do not make the memory jump', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recoup-logos-'));
    for (const [index, [, , bytes]] of cases.entries())
      writeFileSync(path.join(folder, `${index}.jpg`), bytes);
    const script = `
      import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
      import sharp from 'sharp';
      const { cleanLogo } = await import('./logo.ts');
      const clean = (bytes) => cleanLogo('data:image/jpeg;base64,' + bytes.toString('base64'));
      const peak = () =>
        /VmHWM:\\s*(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024;
      const create = { width: 10, height: 10, channels: 3, background: '#246' };
      await clean(await sharp({ create }).jpeg().toBuffer());
      gc();
      writeFileSync('/proc/self/clear_refs', '5');
      const before = peak();
      for (const name of readdirSync('${folder}')) {
        await clean(readFileSync('${folder}/' + name));
        gc();
      }
      console.log(peak() - before);`;
    const options = ['--expose-gc', '--import', import.meta.resolve('tsx'), '--conditions=source'];
    const args = [...options, '--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { PATH: process.env.PATH ?? '' },
      encoding: 'utf8',
      timeout: 30_000,
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d/);
    expect(Number(stdout)).toBeLessThan(48);
  });
});

/** Processor time, because other programs run here too; the best of three where it was much. */
async function timed(bytes: Buffer) {
  const once = async () => {
    const before = process.cpuUsage();
    const result = await cleanLogo(dataUrl(bytes));
    const { user, system } = process.cpuUsage(before);
    return { result, ms: (user + system) / 1000 };
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
