import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../support/server.ts';
import { type Node, ports } from './patroni.ts';

type Addresses = { url: string; web: string; webPorts: readonly number[] };

/** HAProxy before PostgreSQL and before two web servers. */
export async function startHaproxy(
  folder: string,
  nodes: readonly Node[],
): Promise<{ process: ChildProcess; addresses: Addresses }> {
  const database = await freePort();
  const web = await freePort();
  const webPorts = [await freePort(), await freePort()];
  const file = path.join(folder, 'haproxy.cfg');
  const lines = [
    ...databaseLines(database, nodes),
    'listen web',
    `  bind 127.0.0.1:${web}`,
    ...webPorts.map((port, index) => `  server web${index} 127.0.0.1:${port}`),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const addresses = {
    url: `postgres://recoup@127.0.0.1:${database}/recoup`,
    web: `http://127.0.0.1:${web}`,
    webPorts,
  };
  const process = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  return { process, addresses };
}

/** docs/operation.md explains them. */
function databaseLines(port: number, nodes: readonly Node[]): string[] {
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 1s',
    '  option tcpka',
    'listen database',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(
      ({ name, addresses }) =>
        `  server ${name} ${addresses.outer}:${ports.postgres} check port ${ports.rest}`,
    ),
  ];
}
