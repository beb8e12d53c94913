import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { killDuringSends } from '../../test/mail-kills.ts';

const test = useApp();

it('loses no accepted mail when the server is killed while it sends', { timeout: 120_000 }, async () => {
  const figures = await killDuringSends({ db: test.db, databaseUrl: test.databaseUrl, kills: 4 });
  expect(figures.accepted).toBeGreaterThan(0);
  expect(figures).toMatchObject({ kills: 4, lost: 0, strangers: 0, unsent: 0 });
});
