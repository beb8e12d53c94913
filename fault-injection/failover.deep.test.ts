import { expect, it } from 'vitest';
import { findPrograms } from './cluster/programs.ts';
import { scenarios } from './cluster/scenarios.ts';
import { failOver, isSound } from './failover.ts';

it.skipIf('missing' in findPrograms())(
  'loses nothing when the primary is frozen, or both standbys stop',
  { timeout: 300_000 },
  async () => {
    const chosen = scenarios.filter(({ name }) => /frozen|both standbys/.test(name));
    const figures = await failOver({ ttl: 10, seconds: 15, chosen });
    expect(isSound(figures) || figures).toBe(true);
    expect(Math.min(figures.entries, figures.imports, figures.mails)).toBeGreaterThan(0);
  },
);
