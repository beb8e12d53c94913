import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSpool, type Spool } from '../../platform/http/bodies/body-spool.ts';
import { createPartStore } from './snapshot.ts';

let folder: string;
let spool: Spool;
const key = { group: 'firm', member: 'user' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-parts-'));
  spool = createSpool({ folder, maxBytes: { all: 1_500_000, firm: 1_500_000, user: 1_500_000 } });
});
afterAll(() => rm(folder, { recursive: true }));

it('reads each part as it was, in memory and behind it in a file', async () => {
  const open = vi.fn<() => ReturnType<Spool['open']>>(async () => spool.open(key));
  const store = createPartStore(open);
  const parts = Array.from({ length: 8 }, () => randomBytes(250_000));
  for (const [index, part] of parts.entries()) {
    await store.add(part);
    expect(open).toHaveBeenCalledTimes(index < 4 ? 0 : 1);
  }
  expect(store.count).toBe(8);
  for (const [index, part] of [...parts.entries()].toReversed())
    expect((await store.read(index)).equals(part)).toBe(true);
  await store.close();
});

it('releases its share of the disk', async () => {
  const fill = async () => {
    const store = createPartStore(async () => spool.open(key));
    for (let part = 0; part < 8; part += 1) await store.add(randomBytes(250_000));
    return store;
  };
  const first = await fill();
  await expect(fill()).rejects.toMatchObject({ code: 'too_many_requests' });
  await first.close();
  await (await fill()).close();
});
