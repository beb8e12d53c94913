import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { describe, expect, it } from 'vitest';
import {
  callName,
  directionText,
  callLengthText,
  priceText,
  privateText,
  recordedText,
} from './call-texts.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const call = {
  startedAt: '2026-11-02T22:05:09.000Z',
  seconds: 661,
  direction: 'out',
  otherParty: '+27825550101',
  price: 33,
} as CallRecord; // the fields that are read

describe('the words of a call', () => {
  it('name its day and time in South Africa', () => {
    expect(plain(callName(call))).toMatch(/^call of 3 Nov 2026, 00:05.*, 082 555 0101$/);
  });

  it('count begun minutes', () => {
    expect(plain(callLengthText(call))).toBe('12 min');
    expect(plain(callLengthText({ seconds: 660 }))).toBe('11 min');
  });

  it('say who called whom', () => {
    expect(directionText(call)).toBe('To 082 555 0101');
    expect(directionText({ direction: 'in', otherParty: null })).toBe('From a hidden number');
  });

  it('leave a missing price out of the notice', () => {
    const free = { ...call, price: null };
    expect(plain(priceText(free))).toBe('No price');
    expect(plain(recordedText(call, 'NP0001'))).toBe('Call recorded on NP0001, R 33.00.');
    expect(recordedText(free, 'NP0001')).toBe('Call recorded on NP0001.');
  });

  it('name the number that becomes private', () => {
    expect(privateText(call)).toMatch(/^Calls with 082 555 0101 are private\./);
    expect(privateText({ otherParty: null })).toMatch(/^The call is private /);
  });
});
