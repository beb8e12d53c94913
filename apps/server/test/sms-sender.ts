import { createSmsSender } from '../src/sms/sms.service.ts';
import type { Sms } from '../src/sms/create-gateway.ts';
import { createLog } from '../src/platform/core/log.ts';
import type { TestApp } from './app.ts';

type Spending = { to: string; userId: string; firmId?: string; from?: string };

/** A sender, what it sent, and what it logged. */
export function anSmsSender(test: TestApp) {
  const sent: Sms[] = [];
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]); // by pino
  const log = createLog({ destination: { write } });
  const sender = createSmsSender({
    db: test.db,
    gateway: { send: async (one) => void sent.push(one) },
  });
  const now = test.clock.now();
  /** Sends so many, each from a network of its own unless one is named; returns how many left. */
  const spend = async (
    count: number,
    input: (index: number) => Spending,
    isStrangers: boolean,
  ): Promise<number> => {
    const before = sent.length;
    for (let index = 0; index < count; index += 1) {
      const { from = `10.${index >> 8}.${index & 255}.1`, firmId = null, ...one } = input(index);
      await sender.send({ ...one, firmId, text: 'x', isStrangers, address: from, now, log });
    }
    return sent.length - before;
  };
  return { sent, lines, log, sender, spend };
}
