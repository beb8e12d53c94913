import { createHash } from 'node:crypto';
import { canReceiveSms } from '@recoup/contract/cells.rules';
import { hours } from './clock.ts';
import type { Db } from './db.ts';
import { take } from './limits.repository.ts';
import { networkOf } from './network.ts';
import { logEvent, logEventSeldom, type EventLog } from './security-events.ts';
import type { Sms, SmsGateway } from './sms-gateway.ts';

/** What may be spent in 24 hours: a form that sends SMS is a way to somebody's purse (research: security.md, T4). */
export const smsCaps = { perNumber: 12, perAddress: 100, inAll: 2_000 } as const;

export type SmsSender = {
  /** Sends what the caps allow, and never throws: nobody waits for it. */
  send(sms: Sms & { readonly address: string; readonly now: Date; readonly log: EventLog }): Promise<void>;
};

/** One way out for every SMS: mobile numbers of South Africa, within the caps. */
export function createSmsSender(options: { db: Db; gateway: SmsGateway }): SmsSender {
  const { db, gateway } = options;
  return {
    async send({ address, now, log, ...sms }) {
      try {
        if (!canReceiveSms(sms.to)) return logEvent(log, 'sms_refused', { reason: 'not a mobile number' });
        const reached = await reachedCap(db, { to: sms.to, address, now });
        if (reached !== undefined) return logEventSeldom(log, 'sms_capped', { cap: reached, address });
        await gateway.send(sms);
        logEvent(log, 'sms_sent', { address });
      } catch (error) {
        log.error({ err: error, event: 'sms_failed' }, 'an SMS could not be sent');
      }
    },
  };
}

async function reachedCap(db: Db, { to, address, now }: { to: string; address: string; now: Date }): Promise<string | undefined> {
  const number = createHash('sha256').update(to).digest('base64url');
  const caps = [
    { name: 'number', key: `sms:number:${number}`, max: smsCaps.perNumber },
    { name: 'address', key: `sms:address:${networkOf(address)}`, max: smsCaps.perAddress },
    { name: 'all', key: 'sms:all', max: smsCaps.inAll },
  ];
  for (const { name, key, max } of caps) {
    if ((await take(db, { key, max, now, windowMs: hours(24) })) > 0) return name;
  }
  return undefined;
}
