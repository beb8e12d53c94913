import { expect, it } from 'vitest';
import { contains, isPublic, parseNetworks, toAddress } from './egress.ts';
import { words } from '../../../test/words.ts';

const isReachable = (text: string): boolean | undefined => {
  const address = toAddress(text);
  return address && isPublic(address);
};

it.each(
  words(`
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254
  172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1
  ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1
  0:0:0:0:0:ffff:a00:1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::1 64:ff9b::
  64:ff9b:1::808:808 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2002:7f00:1::
  2002:808:808::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1
`),
)('does not reach %s', (text) => expect(isReachable(text)).toBe(false));

it.each(
  words(`
  1.1.1.1 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 196.25.1.1 223.255.255.255
  2606:4700:4700::1111 2c0f:fb50:4003::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
`),
)('reaches %s', (text) => expect(isReachable(text)).toBe(true));

it.each(['fe80::1%eth0', '127.1', '0x7f000001', '2130706433', 'localhost', '[::1]', ''])(
  'takes %j for no address',
  (text) => expect(toAddress(text)).toBeUndefined(),
);

it('connects to the IPv4 address that is mapped into IPv6', () => {
  expect(toAddress('::ffff:8.8.4.4')).toEqual({ address: '8.8.4.4', family: 4 });
});

it('reads networks, and finds addresses in them by family', () => {
  const networks = parseNetworks(' 10.20.0.0/16, fd00::/8 ,192.168.7.7/32');
  if (!networks) throw new Error('unreadable');
  const isIn = (text: string): boolean => {
    const address = toAddress(text);
    return address !== undefined && contains(networks, address);
  };
  expect(['10.20.255.1', '::ffff:10.20.0.9', 'fd00::1', '192.168.7.7'].map(isIn)).toEqual(
    Array(4).fill(true),
  );
  expect(['10.21.0.1', 'fe00::1', '192.168.7.8'].map(isIn)).toEqual(Array(3).fill(false));
});
