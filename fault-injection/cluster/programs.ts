import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const postgresql = '/usr/lib/postgresql';
const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
};

/** Finds PostgreSQL for a cluster, or names in `missing` what the machine lacks. */
export function findPrograms(): { binaries: string } | { missing: string } {
  const versions = existsSync(postgresql) ? readdirSync(postgresql) : [];
  const newest = versions
    .filter((name) => existsSync(path.join(postgresql, name, 'bin/postgres')))
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1);
  if (process.getuid?.() !== 0) return { missing: 'Network namespaces need Linux, and root.' };
  if (newest === undefined || !Object.values(programs).every((file) => existsSync(file)))
    return {
      missing:
        'This drill needs Debian’s packages: apt-get update && apt-get install -y ' +
        'patroni etcd-server haproxy postgresql iproute2',
    };
  return { binaries: path.join(postgresql, newest, 'bin') };
}
