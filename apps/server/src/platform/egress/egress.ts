import { connect as connectSocket, isIPv6, type Socket, BlockList, isIP, isIPv4 } from 'node:net';
import { parseHostname } from '../security/allowed-hosts.ts';
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

/** A checked address, in the form that connections use. */
type Address = { address: string; family: 4 | 6 };

/** CIDRs, separated by commas; undefined if one cannot be read. */
export function parseNetworks(text: string): BlockList | undefined {
  const networks = new BlockList();
  for (const part of text.split(',')) {
    const [, address = '', prefix] = /^([^/]+)\/(\d{1,3})$/.exec(part.trim()) ?? [];
    const family = isIP(address);
    if (family === 0 || Number(prefix) > (family === 4 ? 32 : 128)) return undefined;
    networks.addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/**
 * An address as a URL spells it, without brackets. An IPv4 address inside IPv6 (`::ffff:…`) becomes
 * that IPv4 address. Undefined if it is none; zone ids are none to a URL.
 */
export function toAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { address: text, family: 4 };
  if (isIP(text) === 0 || !URL.canParse(`http://[${text}]`)) return undefined;
  const address = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const mapped = embeddedIPv4(/^::ffff:(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/, address);
  return mapped === undefined ? { address, family: 6 } : { address: mapped, family: 4 };
}

export function contains(networks: BlockList, { address, family }: Address): boolean {
  return networks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Not private, local, reserved or for documentation, nor a way round that inside IPv6. */
export function isPublic({ address, family }: Address): boolean {
  if (family === 4) return !specialIPv4.check(address);
  const translated = embeddedIPv4(/^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/, address);
  if (translated !== undefined) return isPublic({ address: translated, family: 4 });
  return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6');
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast and 240.0.0.0/4 */
const specialIPv4 = readNetworks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
    '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
    '224.0.0.0/4 240.0.0.0/4',
);

/** All of IPv6 that is global unicast; the rest is local, multicast, mapped or unassigned. */
const globalIPv6 = readNetworks('2000::/3');

/** Parts of `globalIPv6`: Teredo and other protocols, documentation, and 6to4. */
const specialIPv6 = readNetworks('2001::/23 2001:db8::/32 2002::/16 3fff::/20');

function readNetworks(list: string): BlockList {
  const networks = parseNetworks(list.replaceAll(' ', ','));
  if (!networks) throw new Error('a network of this file cannot be read');
  return networks;
}

/** The last 32 bits as IPv4, if the address has the prefix; a URL leaves out leading zeros. */
function embeddedIPv4(form: RegExp, address: string): string | undefined {
  const found = form.exec(address);
  if (!found) return undefined;
  const [high, low] = [found[1] ?? '0', found[2] ?? '0'].map((part) => Number.parseInt(part, 16));
  return [high, low].flatMap((part = 0) => [part >> 8, part & 255]).join('.');
}

/** Why there is no connection, or no answer; each has one sentence, which users may read. */
const sentences = {
  unencrypted: 'Only an address that begins with https:// is allowed.',
  not_allowed: 'The host leads to no address that is allowed: private networks are not.',
  unknown_host: 'The host name was not found.',
  no_connection: 'No connection was possible.',
  certificate: 'The certificate of the host is not valid.',
  no_answer: 'The connection ended without an answer.',
  timeout: 'The answer took too long.',
  too_long: 'The answer is too long.',
} as const;

type EgressReason = keyof typeof sentences;

/** `detail` is the code of Node's error, such as `ECONNREFUSED`. */
export class EgressError extends Error {
  readonly reason: EgressReason;

  constructor(reason: EgressReason, cause?: unknown) {
    const detail = errorCode(cause);
    super(detail === '' ? sentences[reason] : `${sentences[reason]} (${detail})`, { cause });
    this.reason = reason;
  }
}

function errorCode(cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown }; // any thrown value
  return typeof code === 'string' && /^[A-Z\d_]{1,60}$/.test(code) ? code : '';
}
