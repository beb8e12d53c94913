import { it } from 'vitest';
import { useApp } from '../support/app.ts';
import { expect } from '../support/expect.ts';
import { faultsWithRetries } from '../support/focus-walk.ts';
import { pageLists } from '../support/page-list.ts';

useApp();

it.each(pageLists)(
  'keeps the focus of $who on every page whose data could not be loaded, and after Retry',
  async (tour) => expect(await faultsWithRetries(tour)).toEqual([]),
  120_000,
);
