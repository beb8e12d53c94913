import { execFileSync } from 'node:child_process';

/** The machines reach each other over `inner`, and the clients' side reaches them over `outer`. */
export type Link = 'inner' | 'outer';

/** Two bridges of this machine, and namespaces on both of them. Linux, and root alone. */
export type Network = {
  /** Makes the namespace. Returns its name and addresses. */
  addMachine(name: string): { namespace: string; addresses: Record<Link, string> };
  /** As if its cable was pulled: packets get lost and sockets stay open. */
  cut(name: string, links: readonly Link[]): void;
  heal(name: string): void;
  remove(): void;
};

const links = ['inner', 'outer'] as const;

// Names of interfaces have 15 characters at most; drills may run side by side.
const id = process.pid.toString(36);
const bridge = (link: Link): string => `rc${id}${link}`;
const cable = (name: string, link: Link): string => `rc${id}${name}${link.charAt(0)}`;
const namespaceOf = (name: string): string => `recoup-${id}-${name}`;
const addressOf = (link: Link, host: number): string =>
  `10.${(link === 'inner' ? 64 : 128) + ((process.pid >> 8) % 64)}.${process.pid % 256}.${host}`;

export function createNetwork(): Network {
  const machines: string[] = [];
  for (const link of links) {
    ip(`link add ${bridge(link)} type bridge`);
    ip(`link set ${bridge(link)} up`);
  }
  ip(`address add ${addressOf('outer', 1)}/24 dev ${bridge('outer')}`);
  return {
    addMachine(name) {
      const namespace = namespaceOf(name);
      ip(`netns add ${namespace}`);
      ip(`-n ${namespace} link set lo up`);
      const host = 10 + machines.push(name);
      for (const link of links) {
        ip(`link add ${cable(name, link)} type veth peer name ${link} netns ${namespace}`);
        ip(`link set ${cable(name, link)} master ${bridge(link)} up`);
        ip(`-n ${namespace} address add ${addressOf(link, host)}/24 dev ${link}`);
        ip(`-n ${namespace} link set ${link} up`);
      }
      const addresses = { inner: addressOf('inner', host), outer: addressOf('outer', host) };
      return { namespace, addresses };
    },
    cut(name, cutLinks) {
      for (const link of cutLinks) ip(`link set ${cable(name, link)} nomaster`);
    },
    heal(name) {
      for (const link of links) ip(`link set ${cable(name, link)} master ${bridge(link)}`);
    },
    remove() {
      for (const name of machines.splice(0)) ip(`netns delete ${namespaceOf(name)}`);
      for (const link of links) ip(`link delete ${bridge(link)}`);
    },
  };
}

function ip(text: string): void {
  execFileSync('/usr/bin/ip', text.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
}
