import { expect } from 'vitest';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { button, dialog, field, option, text } from './page/targets.ts';
import { inEveryBrowser, signIn, useProduct } from './page/visit.ts';

const phone = { width: 390, height: 844, isPhone: true };

useProduct();

inEveryBrowser(
  'records a call on a phone by touch, also in dark',
  phone,
  async ({ page, engine }) => {
    await signIn(page, demoAttorneys.thabo);
    await page.click(button(/^Account of /));
    await page.click(field('Dark'));
    await page.press('Escape');
    await page.click(button('Start call'));
    await page.click(button('Stop'));
    await page.see(dialog());
    await page.see(text(/R 33\.00: up to 5 min\./));
    await page.fill(field('Matter'), 'NP0001');
    await page.click(option(/^NP0001/));
    await page.fill(field('Narration'), `Called from ${engine.name}`);
    await page.click(button('Save', dialog()));
    const line = await page.see(button(new RegExp(`Called from ${engine.name}`)));
    expect(line.text).toMatch(/NP0001 .*R 33\.00/);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(16, 22, 21)',
    );
    const measure = () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [innerWidth, scrollWidth - clientWidth];
    };
    expect(await page.evaluate(measure)).toEqual([390, 0]);
  },
);
