import { describe, expect, it } from 'vitest';
import { invitedEmail, nextSearch } from './logon-page.tsx';

describe('the email of an invitation', () => {
  it('is read from the address in lower case', () => {
    expect(invitedEmail('?email=Nomsa.Zulu%2Boffice%40invited.co.za')).toBe(
      'nomsa.zulu+office@invited.co.za',
    );
  });

  it.each([
    '',
    '?email=',
    '?email=nomsa',
    '?email=a@b',
    '?email=a%20b@invited.co.za',
    '?email=%3Cimg%3E@invited.co.za',
    '?email=a@invited.co.za%0A',
    `?email=${'a'.repeat(65)}@invited.co.za`,
    `?email=a@${'b'.repeat(250)}.za`,
  ])('is ignored in %j', (search) => {
    expect(invitedEmail(search)).toBeUndefined();
  });

  it('leaves the address, and the rest stays', () => {
    expect(nextSearch('?email=a%40b.co.za&to=%2Fhome%2Ffirms')).toBe('to=%2Fhome%2Ffirms');
  });
});

it('keeps the page to open at the end in the query, from wherever it came', () => {
  expect(nextSearch('', '/home/entries')).toBe('to=%2Fhome%2Fentries');
  expect(nextSearch('?to=%2Fhome%2Ffirms', null)).toBe('to=%2Fhome%2Ffirms');
});
