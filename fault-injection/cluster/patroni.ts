import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ask } from '../support/ask.ts';
import type { Machine } from './machine.ts';

/** A machine with a member of etcd, Patroni, and the PostgreSQL that Patroni starts. */
export type Node = Machine & {
  /** Of the superuser, without the balancer. */
  url: string;
  /** Connects and thaws the machine, and starts what does not run. */
  repair(): void;
  /** What Patroni's REST answers; undefined when it is silent. */
  status(path: string): Promise<{ code: number; body: string } | undefined>;
  switchOverTo(candidate: string): void;
};

type Given = { folder: string; binaries: string; ttl: number; machines: readonly Machine[] };

export const ports = { postgres: 5432, rest: 8008, etcd: 2379, peers: 2380 };

export function createNode(machine: Machine, input: Given): Node {
  const { name, addresses } = machine;
  const { folder } = input;
  const config = path.join(folder, `${name}.yml`);
  // YAML reads JSON.
  writeFileSync(config, JSON.stringify(patroniConfig(machine, input), null, 2));
  return {
    ...machine,
    url: `postgres://postgres@${addresses.outer}:${ports.postgres}/postgres`,
    repair() {
      machine.heal();
      machine.signal('SIGCONT');
      const log = (program: string) => path.join(folder, `${name}-${program}.log`);
      if (!machine.runs('etcd')) machine.start('etcd', etcdWords(machine, input), log('etcd'));
      if (!machine.runs('patroni')) machine.start('patroni', [config], log('patroni'));
    },
    async status(address) {
      const url = `http://${addresses.outer}:${ports.rest}${address}`;
      const { status: code, body } = await ask(url, { timeoutMs: 500 });
      return code === 0 ? undefined : { code, body };
    },
    switchOverTo(candidate) {
      const words = ['switchover', 'recoup', '--force', '--master', name, '--candidate', candidate];
      machine.run('patronictl', ['-c', config, ...words]);
    },
  };
}

function etcdWords({ name, addresses }: Machine, { folder, machines }: Given): string[] {
  const peer = (machine: Machine) => `http://${machine.addresses.inner}:${ports.peers}`;
  const clients = `http://${addresses.inner}:${ports.etcd}`;
  const options = {
    name,
    'data-dir': path.join(folder, `${name}-etcd`),
    'listen-peer-urls': `http://${addresses.inner}:${ports.peers}`,
    'initial-advertise-peer-urls': `http://${addresses.inner}:${ports.peers}`,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'enable-v2': true,
    'initial-cluster': machines.map((each) => `${each.name}=${peer(each)}`).join(','),
  };
  return Object.entries(options).map(([option, value]) => `--${option}=${value}`);
}

/** docs/operation.md has the same settings, with longer times. */
function patroniConfig(machine: Machine, { folder, binaries, ttl, machines }: Given): object {
  const { name, addresses } = machine;
  return {
    scope: 'recoup',
    name,
    restapi: {
      listen: `0.0.0.0:${ports.rest}`,
      connect_address: `${addresses.inner}:${ports.rest}`,
    },
    // By version 3 of the API, Patroni before 3.0.3 overwrites the leader key of another node.
    etcd: { hosts: machines.map((each) => `${each.addresses.inner}:${ports.etcd}`) },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: 1,
        retry_timeout: Math.floor((ttl - 1) / 2),
        synchronous_mode: true,
        synchronous_mode_strict: true,
        failsafe_mode: true,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `0.0.0.0:${ports.postgres}`,
      connect_address: `${addresses.inner}:${ports.postgres}`,
      data_dir: path.join(folder, name),
      bin_dir: binaries,
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
      parameters: { unix_socket_directories: '' },
    },
    // Nothing watches over a network namespace. In production it must be `required`.
    watchdog: { mode: 'off' },
  };
}
