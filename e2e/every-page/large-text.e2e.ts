import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { largeTextFaults, sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { rows } from '../support/dialog-list.ts';
import { createDialogVisits } from '../support/dialog-visits.ts';
import { waitForIdle } from '../support/idle.ts';
import { raiseByApi } from '../support/raise.ts';
import { importMatters, recordCall } from '../support/wire.ts';

useApp();
const { begin, open } = createDialogVisits();

beforeAll(async () => {
  await recordCall(demoAttorneys.thabo, 'To be opened often');
  await raiseByApi(demoFirmAdmins.lerato, { validFrom: '2090-01-01' });
  await importMatters(
    demoFirmAdmins.lerato,
    'twice.csv',
    'Matter Number,Description\nDD0001,Opened twice\n',
  );
});

it.each(['attorney-list', 'add-attorney', 'matters', 'entries', 'file-handler', 'exports', 'fees'])(
  'cuts nothing off of %s at twice the zoom, nor with letters twice as large',
  async (name) => {
    const { page, end } = await asAdmin(`/home/attorneys/${name}`, 640);
    await waitForIdle(page);
    expect([await sidewaysScroll(page), await cutOff(page)]).toEqual([0, []]);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const width of [390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await waitForIdle(page);
      expect([width, await sidewaysScroll(page), await cutOff(page)]).toEqual([width, 0, []]);
    }
    await end();
  },
);

it.each(rows)(
  'neither scrolls the dialog $name sideways on a phone, nor breaks a word of it',
  async (row) => {
    const page = await begin(row);
    const dialog = await open(row);
    expect(await largeTextFaults(page, [390])).toEqual([]);
    for (const reach of row.states ?? []) {
      await reach(dialog);
      expect(await largeTextFaults(page, [390])).toEqual([]);
    }
  },
);

/** Texts of controls and headings that are wider or higher than what holds them. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, button, a, label, th, td, dt, dd, p')]
      .filter(
        (element) => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible',
      )
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 ||
          element.scrollHeight > element.clientHeight + 1,
      )
      .filter((element) => !element.classList.contains('visually-hidden'))
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
