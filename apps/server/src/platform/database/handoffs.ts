import type pg from 'pg';
import type { LimiterSlot } from '../core/limiter.ts';
import type { LimiterKey } from '../core/limiter-shares.ts';
import { type ConnectionScope, nameOf, scopes } from './connection-scope.ts';

export type Slotted = { client: pg.PoolClient; slot: LimiterSlot };

/**
 * Connections of session look-ups, kept until the turn of the event loop ends for the requests that
 * follow them. Back in the pool, most would go to a look-up for another firm, and both would pay a
 * round trip for the scope.
 */
export function createHandoffs() {
  const offered: Slotted[] = [];
  return {
    offer: (slotted: Slotted): void => {
      if (offered.length === 0)
        setImmediate(() => {
          for (const each of offered.splice(0)) giveBack(each, false);
        });
      offered.push(slotted);
    },
    take: (scope: ConnectionScope, key: LimiterKey): Slotted | undefined => {
      const index = offered.findIndex(
        ({ client }) => scope !== 'any' && scopes.get(client) === nameOf(scope),
      );
      const [slotted] = index < 0 ? [] : offered.splice(index, 1);
      if (!slotted || slotted.slot.transfer(key)) return slotted;
      giveBack(slotted, false);
      return undefined;
    },
  };
}

export function giveBack({ client, slot }: Slotted, isBroken: boolean): void {
  client.release(isBroken);
  slot.release();
}
