import { expect, it } from 'vitest';
import { exampleFile } from './example-file.ts';

it('makes an example with a column for each field of a matter', () => {
  expect(exampleFile().content.split('\r\n')).toEqual([
    'Matter number;Description;Client;Attorney;Status;Opened;Phones',
    'EX0001;"Transfer of Erf 12, Sandton";Smit & Sons (Pty) Ltd;;Open;2026-01-17;011 555 0142',
    'EX0002;Lease dispute;"Ndlovu, T";;Pending;2026-02-03;',
    'EX0003;Advice by telephone;;;;;',
    '',
  ]);
});
