import { test } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { expect } from '../support/expect.ts';
import { importAndFind } from '../support/matters-formats.ts';
import { useVisit } from '../support/shared-visit.ts';

// The files of a bookkeeping system and of a spreadsheet, each with a matter as the page shows it.
useApp();
const open = useVisit(demoFirmAdmins.lerato);

test.each([
  [
    'recoup.csv',
    120,
    [
      'VM0010',
      'Bond registration (FNB) “Unit 5074”',
      'Lévesque & Erasmus (Pty) Ltd',
      'Thabo Mokoena',
      'Closed',
      '20 Mar 2024',
    ],
  ],
  [
    'excel-za-semicolon-cp1252.csv',
    250,
    ['VA0021', 'Opposed motion – High Court', 'Botha', 'Saras Naidoo', 'Open', '6 May 2026'],
  ],
])('imports %s', async (name, rows, cells) => {
  const page = await open('/home/attorneys/file-handler');
  const imported = await importAndFind(page, name, cells[0] ?? '');
  // No file brings a cap.
  expect(imported).toEqual({ rows, refused: 0, cells: [...cells, ''] });
});
