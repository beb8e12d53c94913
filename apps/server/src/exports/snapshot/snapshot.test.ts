import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aFirm } from '../../../test/factories.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { createPartStore, writeSnapshot } from './snapshot.ts';

const test = useApp();

it('adds nothing to its store after it has failed', async () => {
  const firm = createFirmScope((await aFirm(test.db)).id);
  const events: string[] = [];
  const copy = new Readable({ read: () => {} });
  const line = ['2026-03-01', 'M1', 'Thabo', 'Copies', '', '', '100', ''].join('\u001E');
  copy.push(`${line}\n`.repeat(10_000));
  const store = {
    ...createPartStore(() => expect.unreachable()),
    async add() {
      copy.destroy(new Error('the connection is lost'));
      await once(copy, 'close').catch(() => {});
      for (let turn = 0; turn < 100; turn += 1) await yieldToEventLoop();
      events.push('added');
    },
  };
  await test.db.transaction().execute(async (trx) => {
    const writing = { trx, copyOut: () => copy, store };
    await writeSnapshot(writing, firm, { period: {}, onProgress: () => {} }).catch(
      ({ message }: Error) => events.push(message),
    );
  });
  expect(events).toEqual(['added', 'the connection is lost']);
});
