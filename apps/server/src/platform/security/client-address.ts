import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * For limits, logs and the audit log. A proxy may forward a port, which is dropped, or no address:
 * then the connection's address counts.
 */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return addressIn(request.ip) ?? addressIn(request.socket.remoteAddress) ?? 'unknown';
}

/** An IPv4 address, or the /64 of an IPv6 address, which is one household or office. */
export function rateLimitNetwork(address: string): string {
  return networkPrefix(address, 4);
}

/** The /48 of an IPv6 address, because a customer can have many networks. */
export function wideRateLimitNetwork(address: string): string {
  return networkPrefix(address, 3);
}

/** This machine or a private network (RFC 1918, RFC 4193), where proxies run. */
export function isPrivateAddress(address: string): boolean {
  const found = addressIn(address);
  return found !== undefined && privateNetworks.check(found, isIPv4(found) ? 'ipv4' : 'ipv6');
}

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');

/** Accepts a port, brackets and a zone. An IPv4-mapped IPv6 address becomes the IPv4 address. */
function addressIn(text: string | undefined): string | undefined {
  if (text !== undefined && isIPv4(text)) return text;
  const [host = ''] = withoutPort(text?.trim() ?? '').split('%');
  if (isIP(host) !== 6) return isIP(host) === 4 ? host : undefined;
  const groups = ipv6Groups(host);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : host;
}

function withoutPort(text: string): string {
  if (!text.startsWith('[') && isIP(text) !== 0) return text;
  const inBrackets = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  return inBrackets !== undefined && isIPv6(inBrackets)
    ? inBrackets
    : (/^([\d.]+):\d+$/.exec(text)?.[1] ?? '');
}

/** The URL parser writes the canonical form, without an IPv4 tail. */
function ipv6Groups(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return [
    ...before,
    ...Array.from({ length: 8 - before.length - after.length }, () => 0),
    ...after,
  ];
}

function networkPrefix(client: string, length: number): string {
  const address = addressIn(client);
  if (address === undefined || isIPv4(address)) return address ?? 'unknown';
  const groups = ipv6Groups(address).slice(0, length);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${16 * length}`;
}

const maxCharacters = 300;

/** The browser, as it names itself: printable ASCII of at most 300 characters. */
export function clientAgent({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const agent = headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return agent === undefined || agent === '' ? undefined : agent.slice(0, maxCharacters);
}
