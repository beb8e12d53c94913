import { connect as connectSocket, isIPv6, type Socket } from 'node:net';
import { parseHostname } from '../security/allowed-hosts.ts';
import { EgressError } from './egress-error.ts';
import { type Address, contains, isPublic, parseNetworks, toAddress } from './networks.ts';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

export type Destination = {
  /** As in a URL: a name or an address, with or without brackets. */
  host: string;
  port: number;
  /** Without encryption: only into the networks of RECOUP_EGRESS_ALLOW. */
  isPlain?: boolean;
};

/** The one way to an address that a user has typed. */
export type Egress = {
  /**
   * The addresses of the host that connections may use; none while the name has no address.
   * Throws `EgressError` if it has addresses, and none of them may be used.
   */
  findAllowed(to: Omit<Destination, 'port'>): Promise<Address[]>;
  /**
   * A socket to an address that was just checked, without a second look-up. Throws `EgressError`.
   * The caller destroys the socket.
   */
  connect(to: Destination, signal: AbortSignal): Promise<Socket>;
};

type EgressOptions = {
  /** RECOUP_EGRESS_ALLOW: CIDRs, separated by commas. */
  allow: string | undefined;
  find?: FindAddresses;
};

/** Milliseconds, and a number of addresses. After `nextAddress` Node tries another one too. */
const limits = { lookUp: 4_000, connect: 5_000, nextAddress: 1_000, addresses: 8 };

export function createEgress({ allow, find = findAddresses }: EgressOptions): Egress {
  const networks = allow === undefined ? undefined : parseNetworks(allow);
  const isAllowed = (address: Address, isPlain: boolean): boolean =>
    (networks !== undefined && contains(networks, address)) || (!isPlain && isPublic(address));
  const findAllowed: Egress['findAllowed'] = async ({ host, isPlain = false }) => {
    const found = await lookUpAddresses(host, find);
    const allowed = found.filter((address) => isAllowed(address, isPlain));
    if (allowed.length > 0) return allowed.slice(0, limits.addresses);
    if (isPlain) throw new EgressError('unencrypted');
    if (found.length > 0) throw new EgressError('not_allowed');
    return [];
  };
  return {
    findAllowed,
    async connect(to, signal) {
      const addresses = await findAllowed(to);
      if (addresses.length === 0) throw new EgressError('unknown_host');
      return connectTo(addresses, to.port, signal);
    },
  };
}

async function lookUpAddresses(host: string, find: FindAddresses): Promise<Address[]> {
  const name = parseHostname(isIPv6(host) ? `[${host}]` : host)?.replace(/^\[(.*)\]$/, '$1');
  if (name === undefined) throw new EgressError('unknown_host');
  const literal = toAddress(name);
  const found = literal ? [literal.address] : await inTime(find(name), limits.lookUp);
  return found.flatMap((text) => toAddress(text) ?? []);
}

async function inTime(work: Promise<string[]>, ms: number): Promise<string[]> {
  const timer: { id?: NodeJS.Timeout } = {};
  const late = new Promise<string[]>((resolve) => {
    timer.id = setTimeout(resolve, ms, []);
  });
  return Promise.race([work.catch(() => []), late]).finally(() => clearTimeout(timer.id));
}

async function connectTo(addresses: Address[], port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectSocket({
    // Never resolved: the look-up answers with the checked addresses.
    host: 'checked.invalid',
    port,
    lookup: (_host, _options, done) => done(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: limits.nextAddress,
    signal,
  });
  return new Promise((resolve, reject) => {
    const fail = (error?: unknown): void => {
      socket.destroy();
      reject(new EgressError(error === undefined ? 'timeout' : 'no_connection', error));
    };
    const timer = setTimeout(fail, limits.connect);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      // A socket that breaks without a listener would end the process.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** All addresses of a name, as text; none if the name does not exist. */
type FindAddresses = (name: string) => Promise<string[]>;

const queryLimits = { timeout: 1_500, tries: 2 };

/**
 * Reads /etc/hosts, then asks DNS. Not `dns.lookup`: it uses a thread for each name, and two slow
 * name servers of strangers would hold up all other look-ups of the process.
 */
async function findAddresses(name: string): Promise<string[]> {
  const local = await findInHosts(name.replace(/\.$/, ''));
  if (local.length > 0) return local;
  const resolver = new Resolver(queryLimits);
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
}

async function findInHosts(name: string): Promise<string[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/);
    return names.includes(name) ? [address] : [];
  });
}
