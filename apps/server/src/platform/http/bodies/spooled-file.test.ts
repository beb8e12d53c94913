import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSpool } from './body-spool.ts';

it('counts what a job writes for its firm alone', async () => {
  const spool = createSpool({
    folder: join(tmpdir(), 'recoup-spool'),
    maxBytes: { all: 100, firm: 30, user: 20 },
  });
  const open = async (group: string) => spool.open({ group, member: undefined });
  const [one, other] = [await open('one'), await open('other')];
  await one.write(Buffer.alloc(25));
  await other.write(Buffer.alloc(25));
  await expect(other.write(Buffer.alloc(10))).rejects.toMatchObject({ code: 'too_many_requests' });
  await one.close();
  await other.close();
});
