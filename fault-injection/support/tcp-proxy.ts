import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * `passes` everything; `delays` each piece; `cuts` connections and takes no new ones; `swallows`:
 * connections stay, and nothing comes through.
 */
export type NetworkCondition =
  | { kind: 'passes' | 'cuts' | 'swallows' }
  | { kind: 'delays'; ms: number };

export type TcpProxy = {
  port: number;
  turn(condition: NetworkCondition): void;
  close(): Promise<void>;
};

/** Stands between the server and another one, such as its database, and makes the network bad. */
export async function startTcpProxy(
  target: { path: string } | { port: number },
): Promise<TcpProxy> {
  let condition: NetworkCondition = { kind: 'passes' };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (condition.kind === 'cuts') {
      client.destroy();
      return;
    }
    const other = connect(target);
    for (const [from, to] of [
      [client, other],
      [other, client],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.once('close', () => {
        open.delete(from);
        // What hangs is never told that the other side has gone.
        if (condition.kind !== 'swallows') to.destroy();
      });
      void carry(from, to, () => condition);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    turn(next) {
      condition = next;
      if (condition.kind === 'cuts') for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps the order when the condition changes. Swallowed data is lost for good. */
async function carry(from: Socket, to: Socket, currentCondition: () => NetworkCondition) {
  try {
    for await (const piece of from) {
      const condition = currentCondition();
      if (condition.kind === 'swallows') continue;
      if (condition.kind === 'delays') await wait(condition.ms);
      to.write(piece as Buffer); // no encoding is set
    }
  } catch {
    // The connection was cut, as it should be.
  }
}
