// WebDriver BiDi over a WebSocket: https://www.w3.org/TR/webdriver-bidi/
import { once } from 'node:events';

export type Bidi = {
  command: <Result>(method: string, params: object) => Promise<Result>;
  close: () => void;
};

type Message =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string }
  | { type: 'event'; method: string; params: unknown };
type Call = { resolve: (result: unknown) => void; reject: (error: Error) => void };

export async function openBidi(
  url: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<Bidi> {
  const socket = new WebSocket(url);
  const calls = new Map<number, Call>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message; // the standard's messages
    if (message.type === 'event') {
      onEvent(message.method, message.params);
      return;
    }
    const call = calls.get(message.id);
    calls.delete(message.id);
    if (message.type === 'success') call?.resolve(message.result);
    else call?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of calls.values()) reject(new Error('The browser has ended.'));
  });
  await once(socket, 'open');
  return {
    command: <Result>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        lastId += 1;
        // The caller knows the standard's result of its command.
        calls.set(lastId, { resolve: (result) => resolve(result as Result), reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    close: () => socket.close(),
  };
}
