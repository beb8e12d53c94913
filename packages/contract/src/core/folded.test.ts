import { expect, it } from 'vitest';
import { compareFolded, folded } from './folded.ts';

it.each([
  ['André', 'andre'],
  ['Andre\u0301', 'andre'],
  ['ŁUKASZ Østby', 'lukasz ostby'],
  ['Straße, STRASSE', 'strasse, strasse'],
  ['Siobhán O’Brien', "siobhan o'brien"],
  ['O`Brien O´Brien O‘Brien OʼBrien', "o'brien o'brien o'brien o'brien"],
  ['Smit–Botha Smit‑Botha Smit−Botha Smit—Botha', 'smit-botha smit-botha smit-botha smit-botha'],
  ['Ænæas Œuvre Þór Đorđe Ħal ısı', 'aenaeas oeuvre thor dorde hal isi'],
  ['Ｆｕｌｌ ﬁrm', 'full firm'],
  ['ŽÓFIA Müller', 'zofia muller'],
  ['Ωμέγα', 'ωμεγα'],
])('folds %s to %s', (text, plain) => {
  expect(folded(text)).toBe(plain);
});

it('sorts names as people expect', () => {
  const names = ['Riaan', 'Étienne', 'Łukasz', 'lukas', 'Eva', 'Zoë', 'Étienne', 'Etienne', 'Anna'];
  expect(names.toSorted(compareFolded)).toEqual([
    'Anna',
    'Etienne',
    'Étienne',
    'Étienne',
    'Eva',
    'lukas',
    'Łukasz',
    'Riaan',
    'Zoë',
  ]);
});
