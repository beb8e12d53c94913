import { expect, it } from 'vitest';
import { invitationOfAttorney } from './invitations.ts';

const to = {
  email: 'thandi@nkosi.co.za',
  firmName: 'Nkosi & Partners',
  publicUrl: 'https://recoup.nkosi.co.za',
  now: new Date('2026-11-25T22:30:00Z'),
};

it('writes the end of an invitation as the day in South Africa, without a zero before it', () => {
  expect(invitationOfAttorney({ ...to, expires: true }).body).toContain(
    'This invitation works for 14 days, until 10 December 2026.',
  );
  const later = new Date('2026-12-23T08:00:00Z');
  expect(invitationOfAttorney({ ...to, expires: true, now: later }).body).toContain(
    'until 6 January 2027.',
  );
});
