import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from './ask.ts';

export type Abuse = {
  slowSockets: number;
  answers: Readonly<Record<string, Readonly<Record<number, number>>>>;
};

const slowSockets = 500;
const bodies = 50;
const tenMebibytes = Buffer.alloc(10 * 1024 * 1024, 'x');
/** Its own connections, so that other clients wait at the server, not here. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** A hostile client beside the others, until it is over. */
export async function abuse(url: string, token: string, signal: AbortSignal): Promise<Abuse> {
  const answers: Record<string, Record<number, number>> = {};
  const note = (what: string, status: number): void => {
    const counts = (answers[what] ??= {});
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const each = async (
    what: string,
    pauseMs: number,
    send: () => Promise<{ status: number }>,
  ): Promise<void> => {
    while (!signal.aborted) {
      void send().then(({ status }) => note(what, status));
      await wait(pauseMs);
    }
  };
  const logon = { email: 'somebody@lawfirm.co.za', password: 'not the password of anybody' };
  await Promise.all([
    holdSlowSockets(url, signal),
    sendBodies(url, token, signal, (status) => note('10 MiB bodies', status)),
    each('itemsPerPage=10^9', 200, () =>
      ask(`${url}/entries?page=1&itemsPerPage=1000000000`, { token, agent }),
    ),
    each('search of 10,000 characters', 200, () =>
      ask(`${url}/entries?search=${'x'.repeat(10_000)}`, { token, agent }),
    ),
    each('wrong sign-ins, 20 a second', 50, () =>
      ask(`${url}/logon`, { method: 'POST', body: logon, from: '127.66.0.1', agent }),
    ),
  ]);
  return { slowSockets, answers };
}

/** Each sends the head of a request letter by letter, and never ends it. */
async function holdSlowSockets(url: string, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = Array.from({ length: slowSockets }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write('POST /core/api/logon HTTP/1.1\r\nHost: recoup\r\nX-Slow: ');
    return socket;
  });
  while (!signal.aborted) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a');
    await wait(1_000);
  }
  for (const socket of sockets) socket.destroy();
}

/** So many at once to the call that takes the largest ones, and to one that takes few bytes. */
async function sendBodies(
  url: string,
  token: string,
  signal: AbortSignal,
  note: (status: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const half = Array.from({ length: bodies / 2 });
    const large = half.map(() =>
      ask(`${url}/imports`, { method: 'POST', token, type: 'text/csv', body: tenMebibytes, agent }),
    );
    const refused = half.map(() =>
      ask(`${url}/entries`, { method: 'POST', token, body: tenMebibytes, agent }),
    );
    for (const { status } of await Promise.all([...large, ...refused])) note(status);
    await wait(1_000);
  }
}
