import { expect, it } from 'vitest';
import { withExtensions } from './call-set-up.queries.ts';

const thabo = { value: '102', attorney: 'thabo', from: null, until: null };
const ended = { value: '103', attorney: 'pieter', from: null, until: '2026-10-31' };

it('adds attorneys of extensions after those that are saved', () => {
  const added = { value: '104', attorney: 'thabo' };
  expect(withExtensions([thabo, ended], [added])).toEqual([thabo, ended, added]);
});

it('adds nothing twice, and an attorney again whose period has ended', () => {
  const again = { value: '103', attorney: 'pieter' };
  expect(withExtensions([thabo, ended], [{ value: '102', attorney: 'thabo' }, again])).toEqual([
    thabo,
    ended,
    again,
  ]);
});

it('leaves another attorney of the same extension to the server, which refuses it', () => {
  const other = { value: '102', attorney: 'pieter' };
  expect(withExtensions([thabo], [other])).toEqual([thabo, other]);
});
