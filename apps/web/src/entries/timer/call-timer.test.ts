import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeTimer,
  clockText,
  keepTimer,
  callMinutes,
  readTimer,
  callSeconds,
  startTimer,
} from './call-timer.ts';
import { memoryStorage } from '../outbox/memory-storage.ts';

let storage: Storage;
beforeEach(() => {
  storage = memoryStorage();
});
const at = Date.UTC(2026, 2, 18, 8);
const after = (seconds: number) => at + seconds * 1000;

describe('the timer of a call', () => {
  it('is kept on the device for each user, running or stopped', () => {
    keepTimer(storage, 'a', { _id: 'x', startedAt: at, stoppedAt: null });
    expect(readTimer(storage, 'a')).toEqual({ _id: 'x', startedAt: at, stoppedAt: null });
    expect(readTimer(storage, 'b')).toBeNull();
    keepTimer(storage, 'a', { _id: 'x', startedAt: at, stoppedAt: after(61) });
    expect(readTimer(storage, 'a')).toEqual({ _id: 'x', startedAt: at, stoppedAt: after(61) });
    keepTimer(storage, 'a', null);
    expect(readTimer(storage, 'a')).toBeNull();
  });

  it('keeps matter, type and number of the call, and nothing else of the client', () => {
    const matter = { _id: 'm', number: 'NP0001', name: 'Lease', client: null };
    const timer = {
      _id: 'x',
      startedAt: at,
      stoppedAt: null,
      otherParty: '+27115550142',
      disbursementType: { _id: 't', title: 'Call abroad' },
    };
    const more = { client: 'Ndlovu', phones: ['+27115550142'], cap: 1000, recorded: 700 };
    keepTimer(storage, 'a', { ...timer, matter: { ...matter, ...more } });
    expect(readTimer(storage, 'a')).toEqual({ ...timer, matter });
    expect(storage.getItem('recoup:timer:a')).not.toContain('Ndlovu');
  });

  it('changes a call as another tab has left it, and no other call', () => {
    const type = { _id: 't', title: 'Consultation' };
    keepTimer(storage, 'a', { _id: 'x', startedAt: at, stoppedAt: null });
    changeTimer(storage, 'a', { _id: 'x', disbursementType: type });
    const stopped = { _id: 'x', startedAt: at, stoppedAt: after(61), disbursementType: type };
    expect(changeTimer(storage, 'a', { _id: 'x', stoppedAt: after(61) })).toEqual(stopped);
    expect(readTimer(storage, 'a')).toEqual(stopped);
    expect(changeTimer(storage, 'a', { _id: 'y', stoppedAt: null })).toEqual(stopped);
    keepTimer(storage, 'a', null);
    expect(changeTimer(storage, 'a', { _id: 'x', stoppedAt: null })).toBeNull();
    expect(readTimer(storage, 'a')).toBeNull();
  });

  it('loses a matter that is taken from it', () => {
    const matter = { _id: 'm', number: 'NP0001', name: 'Lease', client: null };
    keepTimer(storage, 'a', { _id: 'x', startedAt: at, stoppedAt: null, matter });
    changeTimer(storage, 'a', { _id: 'x', matter: undefined });
    expect(readTimer(storage, 'a')).toEqual({ _id: 'x', startedAt: at, stoppedAt: null });
  });

  it('reads a call that an earlier version kept', () => {
    storage.setItem('recoup:timer:a', `${at} - x`);
    expect(readTimer(storage, 'a')).toEqual({ _id: 'x', startedAt: at, stoppedAt: null });
  });

  it('keeps a call so that an earlier version reads all but its matter', () => {
    const matter = { _id: 'm', number: 'NP 1', name: 'Lease of a shop', client: null };
    keepTimer(storage, 'a', { _id: 'x', startedAt: at, stoppedAt: null, matter });
    expect(storage.getItem('recoup:timer:a')?.split(' ').slice(0, 3)).toEqual([`${at}`, '-', 'x']);
    expect(readTimer(storage, 'a')?.matter).toEqual(matter);
  });

  it.each([
    '{',
    'null',
    '{"matter":"NP1"}',
    '{"disbursementType":"Call"}',
    '{"otherParty":1}',
    '{"later":{}}',
  ])('keeps a call with the unreadable subject %s', (subject) => {
    storage.setItem('recoup:timer:a', `${at} - x ${subject}`);
    expect(readTimer(storage, 'a')).toEqual({ _id: 'x', startedAt: at, stoppedAt: null });
  });

  it('starts no call over one of another tab', () => {
    const timer = { _id: 'x', startedAt: at, stoppedAt: null };
    keepTimer(storage, 'a', timer);
    expect(startTimer(storage, 'a', { otherParty: '+27115550142' })).toEqual(timer);
    expect(readTimer(storage, 'a')).toEqual(timer);
    keepTimer(storage, 'a', null);
    expect(startTimer(storage, 'a', { otherParty: '+27115550142' })).toEqual(
      readTimer(storage, 'a'),
    );
  });

  it('mints one id for a call of an earlier version, which kept none', () => {
    storage.setItem('recoup:timer:a', `${at} ${after(61)}`);
    const timer = readTimer(storage, 'a');
    expect(timer).toMatchObject({ startedAt: at, stoppedAt: after(61) });
    expect(readTimer(storage, 'a')).toEqual(timer);
  });

  it('treats unreadable data as no call', () => {
    for (const text of ['yesterday', '{', '-1 - x {}']) {
      storage.setItem('recoup:timer:a', text);
      expect(readTimer(storage, 'a')).toBeNull();
    }
  });

  it.each([
    [0, 1],
    [1, 1],
    [60, 1],
    [61, 2],
    [300, 5],
    [301, 6],
  ])('counts %i seconds as %i minutes begun', (seconds, minutes) => {
    expect(callMinutes({ startedAt: at, stoppedAt: null }, after(seconds))).toBe(minutes);
    expect(callMinutes({ startedAt: at, stoppedAt: after(seconds) }, after(9999))).toBe(minutes);
  });

  it('never runs backwards', () => {
    expect(callSeconds({ startedAt: at, stoppedAt: null }, after(-90))).toBe(0);
  });

  it.each([
    [5, '0:05'],
    [245, '4:05'],
    [3845, '1:04:05'],
  ])('shows %i seconds as %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
});
