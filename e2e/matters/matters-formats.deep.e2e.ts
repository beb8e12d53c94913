import { test } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { useApp } from '../support/app.ts';
import { expect } from '../support/expect.ts';
import { importAndFind } from '../support/matters-formats.ts';
import { useVisit } from '../support/shared-visit.ts';

// Files of further systems, each with a matter as the page shows it.
useApp();
const open = useVisit(demoFirmAdmins.lerato);

test.each([
  [
    'excel-utf8-bom-sep.csv',
    80,
    [
      'AV0009',
      'Sale of business and stock',
      'Dlamini & Lévesque (Pty) Ltd',
      'Thabo Mokoena',
      'Open',
      '5 Mar 2022',
    ],
  ],
  [
    'clio-matters.csv',
    90,
    [
      'KK0007',
      'Bond registration (FNB) “Unit 494”',
      'Müller & Müller (Pty) Ltd',
      '',
      'Closed',
      '2 Jan 2024',
    ],
  ],
  [
    'excel-unicode-text.csv',
    60,
    ['MA0053', 'Estate late J. Müller', '', 'Pieter Botha', 'Open', '25 Feb 2024'],
  ],
  [
    'matters-cloud.csv',
    70,
    ['VS0016', 'Opposed motion – High Court', 'LÉVE', '', 'Open', '27 Dec 2024'],
  ],
])('imports %s', async (name, rows, cells) => {
  const page = await open('/home/attorneys/file-handler');
  const imported = await importAndFind(page, name, cells[0] ?? '');
  // No file brings a cap.
  expect(imported).toEqual({ rows, refused: 0, cells: [...cells, ''] });
});
