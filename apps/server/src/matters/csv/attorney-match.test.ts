import { describe, expect, it } from 'vitest';
import { createAttorneyFinder } from './attorney-match.ts';

const find = createAttorneyFinder([
  { id: 'thabo', name: 'Thabo Mokoena', email: 't.mokoena@nkosi.co.za' },
  { id: 'pieter', name: 'Pieter van der Merwe', email: 'pieter@nkosi.co.za' },
  { id: 'rene', name: 'René Müller', email: 'r.muller@nkosi.co.za' },
  { id: 'sarah', name: 'Sarah Jane Naidoo', email: 's.naidoo@nkosi.co.za' },
  { id: 'sipho', name: 'Sipho Naidoo', email: 'sipho@nkosi.co.za' },
  { id: 'siobhan', name: 'Siobhán O’Brien', email: 's.obrien@nkosi.co.za' },
  { id: 'lukasz', name: "Łukasz D'Arcy", email: 'lukasz@nkosi.co.za' },
  { id: 'tj', name: 'TJ Botha', email: 'tj.botha@nkosi.co.za' },
]);

describe('createAttorneyFinder', () => {
  it.each([
    ['t.mokoena@nkosi.co.za', 'thabo'],
    ['T.MOKOENA@NKOSI.CO.ZA', 'thabo'],
    ['Thabo Mokoena <t.mokoena@nkosi.co.za>', 'thabo'],
    ['Thabo Mokoena', 'thabo'],
    ['thabo  mokoena', 'thabo'],
    ['Mokoena, Thabo', 'thabo'],
    ['Mokoena, T', 'thabo'],
    ['Mokoena, T.', 'thabo'],
    ['T Mokoena', 'thabo'],
    ['T. Mokoena', 'thabo'],
    ['Mr T Mokoena', 'thabo'],
    ['TM', 'thabo'],
    ['T.M.', 'thabo'],
    ['t.mokoena', 'thabo'],
    ['P van der Merwe', 'pieter'],
    ['van der Merwe, P', 'pieter'],
    ['PVDM', 'pieter'],
    ['PM', 'pieter'],
    ['Rene Muller', 'rene'],
    ["Siobhan O'Brien", 'siobhan'],
    ['Siobhan O‘Brien', 'siobhan'],
    ["O'Brien, S", 'siobhan'],
    ['Lukasz D’Arcy', 'lukasz'],
    ['R. Müller', 'rene'],
    ['Sarah Jane Naidoo', 'sarah'],
    ['SJ Naidoo', 'sarah'],
    ['S.J. Naidoo', 'sarah'],
    ['s.naidoo', 'sarah'],
    ['Naidoo, S.J.', 'sarah'],
    ['SJN', 'sarah'],
    ['Sipho Naidoo', 'sipho'],
    ['T.J. Botha', 'tj'],
    ['T J Botha', 'tj'],
    ['TJB', 'tj'],
  ])('finds %s', (text, id) => {
    expect(find(text)).toEqual({ id });
  });

  it.each(['S Naidoo', 'Naidoo, S', 'SN'])('rejects %s, which two attorneys may be', (text) => {
    const message =
      `"${text}" matches more than one attorney: ` +
      'Sarah Jane Naidoo (s.naidoo@nkosi.co.za) or Sipho Naidoo (sipho@nkosi.co.za). ' +
      'Use the email address.';
    expect(find(text)).toEqual({ message });
  });

  it.each([
    'nobody@nkosi.co.za',
    't.mokoena@other.co.za',
    'Mokoena',
    'Thabo',
    'XX',
    ',',
    '.',
    '@',
    '__proto__',
  ])('does not know %s', (text) => {
    expect(find(text)).toEqual({
      message:
        `"${text}" is not an attorney at this firm. ` +
        'Use the email address, or add the attorney first.',
    });
  });

  it('prefers a full name to the initials of another attorney', () => {
    const named = createAttorneyFinder([
      { id: 'short', name: 'T Mokoena', email: 'a@nkosi.co.za' },
      { id: 'long', name: 'Tumi Mokoena', email: 'b@nkosi.co.za' },
    ]);
    expect(named('T Mokoena')).toEqual({ id: 'short' });
  });
});
