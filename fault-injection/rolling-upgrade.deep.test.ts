import { expect, it } from 'vitest';
import { commitBefore, isUnnoticed, upgradeUnderLoad } from './rolling-upgrade.ts';

/** An installation and a build on a busy machine. */
const patienceMs = 15 * 60_000;

it.skipIf(commitBefore(1) === undefined)(
  'upgrades beside the version before the last migration, and no request fails',
  { timeout: patienceMs },
  async () => {
    const found = await upgradeUnderLoad({ migrations: 1, requests: 10_000, seed: 1 });
    expect(isUnnoticed(found) || found).toBe(true);
  },
);
