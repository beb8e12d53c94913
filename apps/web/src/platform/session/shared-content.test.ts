import { expect, it } from 'vitest';
import { deleteShared, deleteSharedOfOthers, rememberUser } from './shared-content.ts';

function aDevice() {
  const stored = new Map<string, string>();
  const deleted: string[] = [];
  const caches = { delete: async (name: string) => Boolean(deleted.push(name)) };
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  return { deleted, caches, storage };
}

it('keeps shared content for the user who signed in last alone', async () => {
  const { deleted, ...device } = aDevice();
  rememberUser('thabo', device.storage);
  await deleteSharedOfOthers('thabo', device);
  expect(deleted).toEqual([]);
  await deleteSharedOfOthers('lerato', device);
  expect(deleted).toEqual(['shared']);
});

it('deletes what was shared before the first sign-in of the device, and at Logout', async () => {
  const { deleted, ...device } = aDevice();
  await deleteSharedOfOthers('thabo', device);
  await deleteShared(device.caches);
  expect(deleted).toEqual(['shared', 'shared']);
});
