import { expect, it } from 'vitest';
import {
  clientAddress,
  isPrivateAddress,
  rateLimitNetwork,
  wideRateLimitNetwork,
} from './client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:0207', '192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
])('counts %s as %s, and as %s', (address, network, wide) => {
  expect([rateLimitNetwork(address), wideRateLimitNetwork(address)]).toEqual([network, wide]);
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['fd12::1', true],
  ['172.32.0.1', false],
  ['196.25.1.1', false],
  ['2001:db8::1', false],
  ['10.0.0.1.evil.example', false],
  ['', false],
])('knows whether %s is an address of one’s own network', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  [' 1.2.3.4:1 ', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['[2001:db8::1]:5678', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', '10.0.0.9'],
  ['1.2.3.4:x', '10.0.0.9'],
  ['1.2.3', '10.0.0.9'],
  ['1.2.3.4.5:6', '10.0.0.9'],
  ['999.2.3.4:5', '10.0.0.9'],
  ['[1.2.3.4]:5', '10.0.0.9'],
  ['[2001:db8::1', '10.0.0.9'],
  ['_hidden', '10.0.0.9'],
  ['', '10.0.0.9'],
])('reads the address in %j as %s, or uses the connection’s', (ip, expected) => {
  const socket = { remoteAddress: '::ffff:10.0.0.9' } as never; // of a socket only this is read
  expect(clientAddress({ ip, socket })).toBe(expected);
});
