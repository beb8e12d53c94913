import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export type Program = {
  /** What the pattern has found in the output. */
  said: string;
  end: () => Promise<void>;
};

type Start = {
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** The program is ready when its output matches; without a pattern it is ready at once. */
  ready?: RegExp;
};

/** Starts a program that ends with the tests. */
export async function startProgram({ program, args, env, ready }: Start): Promise<Program> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(kill, 10_000);
    await ended;
    clearTimeout(timer);
    process.off('exit', kill);
  };
  return { said: await outputOf(child, program, ready), end };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  server.close();
  await once(server, 'close');
  return port;
}

function outputOf(child: ChildProcess, program: string, ready?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (text: string) => {
      output += text;
      const said = ready?.exec(output)?.[1];
      if (said !== undefined) resolve(said);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${program} ended before it was ready:\n${output}`)));
    if (ready === undefined) resolve('');
  });
}
