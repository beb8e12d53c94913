import { execFileSync, type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { queryOnce } from './direct-writes.ts';
import { addMachine } from './machine.ts';
import { createNetwork } from './network.ts';
import { createNode, type Node, ports } from './patroni.ts';
import { findPrograms } from './programs.ts';
import { freePort } from '../support/server.ts';

type Addresses = { url: string; web: string; webPorts: readonly number[] };

/** HAProxy before PostgreSQL and before two web servers. */
async function startHaproxy(
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

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy before them. */
export type Cluster = {
  /** Leads to the primary. */
  url: string;
  /** Leads to either of the web servers. */
  web: string;
  webPorts: readonly number[];
  nodes: readonly Node[];
  /** Undefined while there is none. */
  findPrimary(): Promise<Node | undefined>;
  /** Until there is one primary, and the others follow it. @throws Error after two minutes. */
  untilWhole(): Promise<void>;
  /** The standby that each commit waits for. */
  getSynchronousStandby(): Promise<Node>;
  stop(): void;
};

/** @throws Error with a sentence for the operator when a program is missing. */
export async function startCluster({ ttl }: { ttl: number }): Promise<Cluster> {
  const found = findPrograms();
  if ('missing' in found) throw new Error(found.missing);
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-failover-'));
  execFileSync('chown', ['postgres:postgres', folder]);
  const network = createNetwork();
  const machines = ['a', 'b', 'c'].map((name) => addMachine(network, name));
  const input = { folder, binaries: found.binaries, ttl, machines };
  const nodes = machines.map((machine) => createNode(machine, input));
  const proxy = await startHaproxy(folder, nodes);
  const stop = (): void => {
    process.off('exit', stop);
    proxy.process.kill('SIGKILL');
    for (const node of nodes) node.signal('SIGKILL');
    network.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  // A drill that is stopped leaves nothing behind.
  process.once('exit', stop);
  for (const node of nodes) node.repair();
  const cluster = { ...proxy.addresses, nodes, stop, ...questionsTo(nodes) };
  await cluster.untilWhole();
  await createDatabase(await cluster.findPrimary());
  return cluster;
}

/** As an administrator of PostgreSQL does: the product's own user may not make roles. */
async function createDatabase(primary: Node | undefined): Promise<void> {
  for (const statement of [
    'create role recoup login',
    'create role recoup_app nologin',
    'grant recoup_app to recoup',
    'create database recoup owner recoup',
  ])
    await queryOnce(primary?.url ?? '', statement);
}

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number };

function questionsTo(nodes: readonly Node[]) {
  const findPrimary = async (): Promise<Node | undefined> => {
    const answers = await Promise.all(nodes.map(async (node) => node.status('/primary')));
    return nodes.find((_, index) => answers[index]?.code === 200);
  };
  const members = async (): Promise<Member[]> => {
    const answer = await (await findPrimary())?.status('/cluster');
    return answer ? (JSON.parse(answer.body) as { members: Member[] }).members : []; // Patroni's
  };
  const getSynchronousStandby = async (): Promise<Node> => {
    const standby = (await members()).find(({ role }) => role === 'sync_standby');
    const node = nodes.find(({ name }) => name === standby?.name);
    if (!node) throw new Error('there is no synchronous standby');
    return node;
  };
  const untilWhole = async (): Promise<void> => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (isWhole(await members())) return;
      await wait(200);
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(await members())}`);
  };
  return { findPrimary, getSynchronousStandby, untilWhole };
}

function isWhole(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted();
  return (
    roles.join(' ') === 'leader replica sync_standby' &&
    members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  );
}
