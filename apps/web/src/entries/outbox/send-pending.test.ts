import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, networkError } from '../../platform/api/api-error.ts';
import { memoryStorage } from './memory-storage.ts';
import { type EntryServer, sendEntry } from './send-pending.ts';
import {
  isPendingEntryKey,
  savePendingEntry,
  listPendingEntries,
  deletePendingEntry,
  type PendingEntry,
} from './pending-entries.ts';

const entry: PendingEntry = {
  body: { _id: 'e1', matter: 'm1', disbursementType: 't1', date: '2026-03-18', minutes: 7 },
  names: { matterNumber: 'NP001', matter: 'Lease', type: 'Call' },
  cents: 6600,
  recordedAt: '2026-03-18T08:00:00.000Z',
  state: 'waiting',
  message: null,
  isAttempted: false,
  isCorrected: false,
};
const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
const failure =
  (status: number, code: ApiError['code'], fields = {}) =>
  () =>
    Promise.reject(new ApiError({ status, code, message: 'No.', fields }));
const server = (input: Partial<EntryServer> = {}): EntryServer => ({
  create: () => Promise.resolve({ sentCents: 6600 }),
  replace: () => Promise.reject(new Error('nothing was to be replaced')),
  findCents: () => Promise.resolve(7550),
  ...input,
});
const outcome = (value: Partial<EntryServer>, of: PendingEntry = entry) =>
  sendEntry(of, server(value), isApiError);

describe('sending an entry', () => {
  it('is done when the server took it', async () => {
    expect(await outcome({})).toEqual({ sentCents: 6600 });
  });

  it('brings the cap that its matter has reached', async () => {
    const cap = { level: 80, cap: 1000, recorded: 850 } as const;
    const create = () => Promise.resolve({ sentCents: 6600, cap });
    expect(await outcome({ create })).toEqual({ sentCents: 6600, cap });
  });

  it.each([
    ['a dead network', () => Promise.reject(networkError())],
    ['a server that fails', failure(500, 'internal')],
    ['an ended session', failure(401, 'unauthenticated')],
    ['too many requests', failure(429, 'too_many_requests')],
  ])('waits after %s', async (_, create) => {
    expect(await outcome({ create })).toBe('waiting');
  });

  it('shows why the server rejected it, with the messages of the fields', async () => {
    expect(await outcome({ create: failure(404, 'not_found') })).toEqual({ refused: 'No.' });
    expect(
      await outcome({
        create: failure(400, 'invalid_input', { minutes: 'Please enter the minutes.' }),
      }),
    ).toEqual({
      refused: 'Please enter the minutes.',
    });
  });

  it('treats a conflict as an entry that arrived before', async () => {
    const create = failure(409, 'conflict');
    expect(await outcome({ create })).toEqual({ sentCents: 7550 });
    expect(await outcome({ create, findCents: () => Promise.reject(networkError()) })).toBe(
      'waiting',
    );
  });

  it('shows the server’s message that an entry was deleted there', async () => {
    const create = failure(409, 'conflict');
    expect(await outcome({ create, findCents: () => Promise.resolve(undefined) })).toEqual({
      refused: 'No.',
      isDeleted: true,
    });
  });

  it('sends a correction made after the arrival', async () => {
    const replaced: string[] = [];
    const replace = (body: PendingEntry['body']) => {
      replaced.push(body._id);
      return Promise.resolve({ sentCents: 8000 });
    };
    expect(
      await outcome({ create: failure(409, 'conflict'), replace }, { ...entry, isCorrected: true }),
    ).toEqual({ sentCents: 8000 });
    expect(replaced).toEqual(['e1']);
  });
});

describe('pending entries', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = memoryStorage();
  });

  it('is kept for its user alone, in the order of recording', () => {
    savePendingEntry(storage, 'u1', {
      ...entry,
      body: { ...entry.body, _id: 'e2' },
      recordedAt: '2026-03-18T09:00:00.000Z',
    });
    savePendingEntry(storage, 'u1', entry);
    savePendingEntry(storage, 'u2', { ...entry, body: { ...entry.body, _id: 'e3' } });
    expect(listPendingEntries(storage, 'u1').map(({ body }) => body._id)).toEqual(['e1', 'e2']);
    deletePendingEntry(storage, 'u1', 'e1');
    expect(listPendingEntries(storage, 'u1')).toHaveLength(1);
    expect([
      isPendingEntryKey('recoup:unsent:u1:e9', 'u1'),
      isPendingEntryKey('recoup:unsent:u2:e9', 'u1'),
      isPendingEntryKey(null, 'u1'),
    ]).toEqual([true, false, true]);
  });

  it('ignores unreadable entries', () => {
    storage.setItem('recoup:unsent:u1:x', '{');
    savePendingEntry(storage, 'u1', entry);
    expect(listPendingEntries(storage, 'u1')).toEqual([entry]);
  });
});
