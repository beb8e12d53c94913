import { expect, it } from 'vitest';
import iconv from 'iconv-lite';
import { misreadNotices, noMisread, noteMisread } from './clean-text.ts';

const noticesOf = (...texts: string[]) => {
  const found = noMisread();
  for (const text of texts) noteMisread(found, text);
  return misreadNotices(found);
};
const asWindows = (text: string, encoding: string) =>
  iconv.decode(iconv.encode(text, encoding), 'win1252');

it.each(['André Nel', 'Daniël Botha', 'Jörg Nel', 'Benoît', 'Forêt', 'Mäkelä', 'Geneviève'])(
  'notices %s of CSV (MS-DOS)',
  (name) => {
    expect(noticesOf(asWindows(name, 'cp850'))).toHaveLength(1);
  },
);

it.each(['André Nel', 'Daniël Botha', 'Müller', 'Mäkelä', 'Milán Nel'])(
  'notices %s of CSV (Macintosh)',
  (name) => {
    expect(noticesOf(asWindows(name, 'macintosh'))).toHaveLength(1);
  },
);

it('counts them, with the first as an example, and says the cure', () => {
  expect(noticesOf('Plain', 'The Andr‚, Nel', 'AndrÃ©')).toEqual([
    expect.stringMatching(/^2 texts have .* such as “Andr‚,”\..* save the file as “CSV UTF-8”/),
  ]);
});

it.each([
  'André Müller – “Unit 5” ’s',
  'O’Brien ‘n Seun',
  'O‘Brien',
  'Koš, Žižek & Škoda',
  'ŠKODA ŽIVOT',
  'Smith v Jones…',
  'Acme™ (Pty) Ltd',
  'SÃO JOÃO',
  'MÂCON',
  'Smith † 2020',
  '5‰',
  'Łukasz',
])('leaves %s alone', (text) => {
  expect(noticesOf(text)).toEqual([]);
});
