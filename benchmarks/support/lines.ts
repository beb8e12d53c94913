import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that stays open, over which whole requests go as they are, one after the other. */
export type Line = { ask(request: string): Promise<string>; close(): void };

/** A cheap client, which knows only where an answer with a `content-length` ends. */
export async function openLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let answer = '';
  let done = (_answer: string): void => {};
  let failed = (_error: Error): void => {};
  let last = Promise.resolve('');
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    if (isWhole(answer)) done(answer);
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the connection was closed')));
  const send = async (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      answer = '';
      [done, failed] = [resolve, reject];
      socket.write(request);
    });
  return {
    async ask(request) {
      last = last.then(async () => send(request));
      return last;
    },
    close: () => socket.destroy(),
  };
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1];
  if (end < 0) return false;
  if (length === undefined) throw new Error(`an answer without a length: ${answer}`);
  return answer.length === end + 4 + Number(length);
}
