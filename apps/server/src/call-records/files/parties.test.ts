import { expect, it } from 'vitest';
import { channelExtension, isInside, readParty } from './parties.ts';

it.each([
  ['0825550101', '+27825550101'],
  ['90825550101', '+27825550101'],
  ['9 082 555 0101', '+27825550101'],
  ['00447700900123', '+447700900123'],
  ['"ACME, Ltd" <0115550142>', '+27115550142'],
  ['Thabo M<102>', '102'],
  ['Ext.10013', '10013'],
  ['tel:+27-82-555-0101', '+27825550101'],
  ['sip:102@pbx', '102'],
  ['sip:102@pbx.nkosi.co.za', '102'],
  ['sip:+27825550101@sbc.nkosi.co.za:5061', '+27825550101'],
  ['T.Mokoena@nkosi.co.za ', 't.mokoena@nkosi.co.za'],
  ['4law@nkosi.co.za', '4law@nkosi.co.za'],
  ['*98', '*98'],
  ['anonymous', null],
  ['Restricted <anonymous>', null],
  ['', null],
])('reads %j as %j', (written, party) => {
  expect(readParty(written, '9')).toBe(party);
});

it('knows who is inside, and the extension of a channel', () => {
  const own = { isOwn: (party: string) => party === '+27825550199', outsidePrefix: '' };
  expect(
    ['102', '+27825550199', '+27825550101', null].map((party) => isInside(party, own)),
  ).toEqual([true, true, false, false]);
  const channels = ['PJSIP/102-0000001f', 'Local/102@from-queue-01', 'PJSIP/trunk-2', 'SIP/telkom'];
  expect(channels.map(channelExtension)).toEqual(['102', '102', null, null]);
});
