import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findDebianPrograms, makeNode, type Node } from './node.ts';
import { freePort } from './server.ts';

/**
 * A primary, its synchronous standby, and HAProxy before both of them and before the web servers.
 */
export type Cluster = {
  /** Leads to whichever is the primary. */
  url: string;
  /** Leads to either of the web servers. */
  web: string;
  webPorts: readonly number[];
  primary(): Node;
  /**
   * Promotes the standby as soon as the primary has not answered three times in a row, once.
   * Resolves when it is the primary.
   */
  watch(): Promise<void>;
  /** Makes the fallen one the synchronous standby of the new primary. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
};

const checkEvery = 200;

export async function startCluster(): Promise<Cluster> {
  const binaries = findDebianPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-failover-'));
  chmodSync(folder, 0o711);
  const node = async (name: string) => makeNode({ name, folder, binaries, port: await freePort() });
  let [primary, standby] = [await node('a'), await node('b')];
  const ports = {
    database: await freePort(),
    web: await freePort(),
    webs: [await freePort(), await freePort()],
  };
  await primary.create();
  await join(primary, standby);
  const proxy = startProxy(folder, ports, [primary, standby]);
  return {
    url: `postgres://recoup@127.0.0.1:${ports.database}/recoup`,
    web: `http://127.0.0.1:${ports.web}`,
    webPorts: ports.webs,
    primary: () => primary,
    async watch() {
      for (let missed = 0; missed < 3; await wait(checkEvery))
        missed = (await primary.isPrimary()) === true ? 0 : missed + 1;
      // It may only seem dead: block all writes to it.
      primary.strike('SIGKILL');
      [primary, standby] = [standby, primary];
      // Alone, it cannot wait for another one.
      await primary.ask(`alter system set synchronous_standby_names = ''`);
      await primary.ask('select pg_reload_conf(), pg_promote(false)');
      while ((await primary.isPrimary()) !== true) await wait(20);
    },
    rebuild: async () => join(primary, standby),
    async stop() {
      proxy.kill('SIGKILL');
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** From here on a commit is acknowledged once both have it on disk. */
async function join(primary: Node, standby: Node): Promise<void> {
  await standby.follow(primary);
  await primary.ask(`alter system set synchronous_standby_names = '*'`);
  await primary.ask('select pg_reload_conf()');
  for (let tries = 0; tries < 600; tries += 1) {
    const rows = await primary.ask(
      `select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
    );
    if (rows.length === 1) return;
    await wait(50);
  }
  throw new Error('the standby does not follow');
}

function startProxy(
  folder: string,
  ports: { database: number; web: number; webs: readonly number[] },
  nodes: readonly Node[],
): ChildProcess {
  const file = path.join(folder, 'haproxy.cfg');
  const databases = nodes.map(
    ({ url, agentPort }) => `  server of${agentPort} ${new URL(url).host} check port ${agentPort}`,
  );
  const webs = ports.webs.map((port, index) => `  server web${index} 127.0.0.1:${port}`);
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 10m',
    '  timeout server 10m',
    '  timeout check 1s',
    'listen database',
    `  bind 127.0.0.1:${ports.database}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    `  default-server inter ${checkEvery}ms fall 2 rise 1 on-marked-down shutdown-sessions`,
    ...databases,
    'listen web',
    `  bind 127.0.0.1:${ports.web}`,
    '  balance roundrobin',
    ...webs,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}
