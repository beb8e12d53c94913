import { BlockList, isIP, isIPv4 } from 'node:net';

/** A checked address, in the form that connections use. */
export type Address = { address: string; family: 4 | 6 };

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
