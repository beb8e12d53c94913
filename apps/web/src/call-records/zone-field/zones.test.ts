import { describe, expect, it } from 'vitest';
import { findZones, zoneName } from './zones.ts';

describe('the time zones of a telephone system', () => {
  it('begin with those of most systems', () => {
    expect(findZones('').slice(0, 2)).toEqual(['Africa/Johannesburg', 'UTC']);
  });

  it.each([
    ['utc', 'UTC'],
    ['South Africa', 'Africa/Johannesburg'],
    ['africa/johannesburg', 'Africa/Johannesburg'],
    ['  new YORK ', 'America/New_York'],
    ['york america', 'America/New_York'],
    ['America/New_York', 'America/New_York'],
  ])('are found by “%s”', (typed, zone) => {
    expect(findZones(typed)).toEqual([zone]);
  });

  it('are none for other words', () => {
    expect(findZones('nowhere')).toEqual([]);
  });

  it('are listed once each, and only the first of many', () => {
    const zones = findZones('a');
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones).toHaveLength(40);
  });

  it('have names without underscores', () => {
    expect(zoneName('America/Port-au-Prince')).toBe('America/Port-au-Prince');
    expect(zoneName('America/New_York')).toBe('America/New York');
  });
});
