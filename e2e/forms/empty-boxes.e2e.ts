import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';

useApp();

it.each(['light', 'dark'] as const)(
  'draws what is not chosen as an empty box with an edge in %s',
  async (colorScheme) => {
    const at = '/home/attorneys/add-attorney';
    const { page } = await signedIn(demoFirmAdmins.lerato, at, { colorScheme });
    const field = page.getByRole('textbox', { name: /^Name/ });
    const ground = await lightnessOf(field);
    for (const box of [page.getByLabel('Inactive'), page.getByLabel(/^Send an invitation/)]) {
      // Within the box and on its edge.
      expect(Math.abs((await lightnessOf(box)) - ground)).toBeLessThan(0.02);
      expect(await edgeContrast(box)).toBeGreaterThan(3);
    }
  },
);

/** Relative luminance of the pixel in the middle. */
async function lightnessOf(box: Locator): Promise<number> {
  return (await lightnesses(box)).middle;
}

/** The contrast of the clearest pixel of the left half with the middle (WCAG 1.4.11). */
async function edgeContrast(box: Locator): Promise<number> {
  const { middle, row } = await lightnesses(box);
  return Math.max(
    ...row.map((edge) => (Math.max(edge, middle) + 0.05) / (Math.min(edge, middle) + 0.05)),
  );
}

async function lightnesses(box: Locator): Promise<{ middle: number; row: number[] }> {
  const picture = (await box.screenshot()).toString('base64');
  // The policy of the product's own page forbids what is done here.
  const blank = await box.page().context().newPage();
  const found = await blank.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const y = Math.floor(image.height / 2);
    const linear = (part: number) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const at = (x: number) => {
      const [red = 0, green = 0, blue = 0] = canvas?.getImageData(x, y, 1, 1).data ?? [];
      const [r, g, b] = [red, green, blue].map((part) => linear(part / 255));
      return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
    };
    const half = Math.floor(image.width / 2);
    return { middle: at(half), row: Array.from({ length: Math.min(half, 12) }, (_, x) => at(x)) };
  }, picture);
  await blank.close();
  return found;
}
