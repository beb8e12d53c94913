import { expect, it } from 'vitest';
import { settle, signIn, visit } from './browser.ts';
import { markupFaults } from './markup.ts';
import { browser, recoup, useStage } from './stage.ts';
import { tours } from './tours.ts';

useStage();

const everybody = ['/', '/logon', '/api', '/nowhere'];

it('shows the pages before the sign-in with a clean console and valid markup', async () => {
  const { page, complaints, end } = await visit(browser);
  for (const place of everybody) {
    await page.goto(recoup.url + place);
    await settle(page);
    expect({ place, faults: await markupFaults(page), complaints }).toEqual({ place, faults: [], complaints: [] });
  }
  await end();
});

it.each(tours)('shows $who every page with a clean console and valid markup', async ({ as, pages, links }) => {
  const { page, complaints, end } = await visit(browser);
  await signIn(page, recoup.url, as);
  const places = [...everybody, '/home', '/home/attorneys', '/home/add-attorney', ...pages, ...links.map(({ on }) => on)];
  for (const place of places) {
    await page.goto(recoup.url + place);
    await settle(page);
    expect({ place, faults: await markupFaults(page), complaints }).toEqual({ place, faults: [], complaints: [] });
  }
  await end();
});
