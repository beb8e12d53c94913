import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../entries/outbox/memory-storage.ts';
import { withLastVisit } from './page-copy.ts';

const address = '/core/api/firms';
const other = '/core/api/vat-rates';
const list = () => [address, other];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', { pathname: '/home/firms', search: '' });
  vi.stubGlobal('firstAnswers', { release: '1', writes: { begun: 0, ended: 0 }, list });
  sessionStorage.setItem('token', 'of a session');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The text that is kept, with a change and a new reply between a request and its reply. */
async function keptAfter(change: () => void): Promise<string | null> {
  const load = async () => {
    change();
    await withLastVisit(other, async () => 'later').queryFn(undefined);
    return 'the reply';
  };
  expect(await withLastVisit(address, load).queryFn(undefined)).toBe('the reply');
  vi.runAllTimers();
  return sessionStorage.getItem('copy:page');
}

it('keeps a reply of the page for its next visit', async () => {
  expect(await keptAfter(() => undefined)).toContain('the reply');
});

it.each<[string, () => void]>([
  [
    'before a write',
    () => vi.stubGlobal('firstAnswers', { release: '1', writes: { begun: 1, ended: 1 }, list }),
  ],
  ['on another page', () => vi.stubGlobal('location', { pathname: '/home/audit', search: '' })],
  ['in another session', () => sessionStorage.setItem('token', 'of another session')],
])('keeps no reply that was requested %s', async (_, change) => {
  const kept = await keptAfter(change);
  expect(kept).toContain('later');
  expect(kept).not.toContain('the reply');
});
