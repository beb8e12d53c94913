import { expect, it } from 'vitest';
import { folded } from './folded.ts';

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
