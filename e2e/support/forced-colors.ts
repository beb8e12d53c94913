import type { Locator, Page } from 'playwright-core';

/** Status dots and chart keys that look alike, or like the page, in forced colours. */
export async function forcedColorFaults(page: Page): Promise<string[]> {
  const dots = page.locator('[class*="_dot_"], [class*="_legend_"] span');
  if ((await dots.count()) === 0) return [];
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const colours = await grounds(dots);
    const kinds = await dots.evaluateAll(
      (all) => new Set(all.map((dot) => dot.className + (dot.getAttribute('style') ?? ''))).size,
    );
    if (colours.length < kinds) faults.push(`${kinds} kinds of dots in ${colours.length} colours`);
    if (colours.includes(await canvas(page))) faults.push('a dot in the colour of the page');
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  return faults;
}

/** The different colours of the ground of elements. */
export async function grounds(elements: Locator): Promise<string[]> {
  const all = await elements.evaluateAll((found) =>
    found.map((element) => getComputedStyle(element).backgroundColor),
  );
  return [...new Set(all)];
}

/** The colour of the page. */
export function canvas(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.color = 'Canvas';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}
