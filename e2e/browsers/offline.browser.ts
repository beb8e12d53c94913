import { expect } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { logonAt } from '../support/browser.ts';
import { startNetwork } from '../support/network.ts';
import { until } from './driver/until.ts';
import { button, dialog, field, option, text } from './page/targets.ts';
import { inEveryBrowser, signIn, recoup, useProduct } from './page/visit.ts';

const phone = { width: 390, height: 844, isPhone: true };

useProduct();

inEveryBrowser(
  'keeps an entry without a network, and sends it once',
  phone,
  async ({ page, engine }) => {
    const narration = `From the train in ${engine.name}`;
    const count = () => countEntries(narration);
    const network = await startNetwork(recoup.url);
    try {
      await signIn(page, demoAttorneys.thabo, network.url);
      // The worker marks that it keeps all files; its answer is there at the next time.
      const isStored = () => {
        void caches.has('offline').then((has) => Reflect.set(window, 'isStored', has));
        return (
          Reflect.get(window, 'isStored') === true &&
          'copy:matters ' in sessionStorage &&
          'copy:recent matters' in sessionStorage
        );
      };
      await until('store the page on the device', () => page.evaluate(isStored));
      await network.cut();
      await page.click(button('Start call'));
      await page.click(button('Stop'));
      await page.fill(field('Matter'), 'NP0001');
      await page.click(option(/^NP0001/));
      await page.fill(field('Narration'), narration);
      await page.click(button('Save', dialog()));
      await page.see(text(/Waiting for a connection/));
      await page.goto(`${network.url}/home/entries`);
      await page.see(text(/Waiting for a connection/));
      expect(await count()).toBe(0);
      await network.restore();
      await until('send the entry', async () => (await count()) > 0, 60_000);
      await page.gone(text(/Waiting for a connection/));
      await page.see(button(new RegExp(narration)));
      expect(await count()).toBe(1);
    } finally {
      await network.cut();
    }
  },
);

/** How often the server has the entry. */
async function countEntries(narration: string): Promise<number> {
  const token = await logonAt(recoup.url, demoFirmAdmins.lerato);
  const address = `${recoup.url}/core/api/entries?search=${encodeURIComponent(narration)}`;
  const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { count: number }).count; // the contract's reply
}
