import { expect, it } from 'vitest';
import { compareFolded, folded, sortByName } from './folded.ts';

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

it('sorts by names with numbers as people count', () => {
  const names = ['Type 10', 'type 2', 'Copies A4', 'Type 7', 'Copies A10', 'Type 007', 'Émile 3'];
  const types = names.map((title) => ({ title }));
  expect(sortByName(types, ({ title }) => title).map(({ title }) => title)).toEqual([
    'Copies A4',
    'Copies A10',
    'Émile 3',
    'type 2',
    'Type 007',
    'Type 7',
    'Type 10',
  ]);
});

it('keeps the order of items with the same name, and the items that it was given', () => {
  const items = [
    { name: 'Zoë', place: 1 },
    { name: 'Anna', place: 2 },
    { name: 'Zoë', place: 3 },
  ];
  const sorted = sortByName(items, ({ name }) => name);
  expect(sorted.map(({ place }) => place)).toEqual([2, 1, 3]);
  expect(items.map(({ place }) => place)).toEqual([1, 2, 3]);
});
