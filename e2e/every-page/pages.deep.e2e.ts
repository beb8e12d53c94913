import { beforeAll, it } from 'vitest';
import { a11yViolationsByViewport } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { expect } from '../support/expect.ts';
import { recordLongNames } from '../support/long-names.ts';
import { pageLists, publicPages } from '../support/page-list.ts';
import { open, sweep } from '../support/page-sweep.ts';

// `pages.e2e.ts` looks at each page in two looks of axe; here it is looked at in all.
useApp();
beforeAll(recordLongNames);

it.each([...pageLists, publicPages])(
  'shows $who every page without accessibility errors or sideways scroll in every look',
  async (tour) => {
    const found = await sweep(tour, async (page, place) => {
      await open(page, place);
      return a11yViolationsByViewport(page);
    });
    expect(found).toEqual({});
  },
  240_000,
);
