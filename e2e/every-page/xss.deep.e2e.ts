import { beforeAll, it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { expect } from '../support/test.ts';
import { systemAdmin } from '../support/recoup.ts';
import { payloadsInLists, shortPayloads, storePayloads } from '../support/stored-payloads.ts';

// `xss.e2e.ts` stores several payloads in a text; an open tag or quote hides what stands behind it.
useApp();
beforeAll(() => storePayloads(shortPayloads));

it.each([
  [systemAdmin, 'firms?search=hit('],
  [demoFirmAdmins.lerato, 'attorneys/disbursement-list?search=hit('],
  [demoFirmAdmins.lerato, 'attorneys/matters?search=hit('],
  [demoFirmAdmins.lerato, 'attorneys/entries?search=hit('],
] as const)('runs no script that is stored alone: %o', async (who, list) => {
  const [first = 0, second = 0] = await payloadsInLists(who, [list, `${list}&page=2`]);
  expect(first).toBeGreaterThan(80);
  expect(first + second).toBeGreaterThan(100);
});
