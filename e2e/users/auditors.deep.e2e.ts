import { it } from 'vitest';
import { useApp } from '../support/app.ts';
import { writesOffered } from '../support/auditors.ts';
import { expect } from '../support/expect.ts';

useApp();

it('shows an auditor pages without any change in a wide window', async () => {
  expect(await writesOffered(1440)).toEqual([]);
});
