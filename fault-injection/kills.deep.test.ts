import { expect, it } from 'vitest';
import { useApp } from '../apps/server/test/app.ts';
import { isSound as isPostgresSound, killPostgres } from './kill-postgres.ts';
import { isSound as isServerSound, killServer } from './kill-server.ts';

const test = useApp();

it('loses and doubles nothing when the server is killed', async () => {
  const figures = await killServer(test, { kills: 3, first: 0, seconds: 60 });
  expect(isServerSound(figures) || figures).toBe(true);
  expect(Math.min(figures.entries, figures.imports, figures.mails)).toBeGreaterThan(0);
});

it('loses nothing when PostgreSQL is killed, answers 503, and recovers by itself', {
  timeout: 180_000,
}, async () => {
  const figures = await killPostgres({ kills: 3, first: 0, seconds: 60 });
  expect(isPostgresSound(figures) || figures).toBe(true);
  expect(Math.min(figures.entries, figures.imports, figures.mails)).toBeGreaterThan(0);
});
