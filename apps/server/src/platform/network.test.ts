import { expect, it } from 'vitest';
import { isPrivate, networkOf } from './network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
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
])('knows whether %s is an address of one’s own network', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});
