import type { PostingSettings, settingNames } from '@recoup/contract/posting/endpoints';
import type { BuiltInLayout } from '@recoup/contract/posting/rules';
import type { EngineLayout } from '../engine/layout-writer.ts';
import { quickBooksJournal, sagePastel, xeroJournal } from './accounting-layouts.ts';
import { ledes98bi } from './ledes-layout.ts';
import { dynamicLta, legalSuite } from './practice-layouts.ts';

export type BuiltIn = {
  name: string;
  needs: readonly (typeof settingNames)[number][];
  layout: EngineLayout;
  /** The choices of the user in the program that reads the file. */
  help?: string;
  /** The program's codes for the VAT of a line, unless the firm sets others. */
  taxTypes?: PostingSettings['taxTypes'];
  /** More lines begin another file. */
  maxRecords?: number;
  fileType?: 'txt';
};

export const builtIns: Readonly<Record<BuiltInLayout, BuiltIn>> = {
  legalsuite: {
    name: 'LegalSuite journal',
    needs: ['accounts'],
    layout: legalSuite,
    taxTypes: { none: 'N', cost: '1', agent: 'N', zero: 'Z', exempt: 'E' },
  },
  dynamiclta: { name: 'DynamicLTA journal', needs: ['accounts'], layout: dynamicLta },
  'sage-pastel': {
    name: 'Sage Pastel journal',
    help: 'Amounts include VAT, whose part stands beside them. Accounts have exactly 7 digits.',
    needs: ['accounts', 'contraAccount'],
    layout: sagePastel,
    taxTypes: { none: '0', cost: '1', agent: '0', zero: '0', exempt: '0' },
  },
  'xero-journal': {
    name: 'Xero manual journals',
    help:
      'Amounts include VAT. In Xero, choose “Tax Inclusive” for the journals when you import the ' +
      'file, or Xero adds the VAT a second time.',
    needs: ['accounts', 'contraAccount'],
    layout: xeroJournal,
    taxTypes: {
      none: 'No VAT',
      cost: 'Standard Rate Sales',
      agent: 'No VAT',
      zero: 'No VAT',
      exempt: 'No VAT',
    },
    maxRecords: 300,
  },
  'quickbooks-journal': {
    name: 'QuickBooks journals',
    help:
      'Amounts are split: the VAT goes to an account of its own. QuickBooks takes 1,000 rows a ' +
      'file, so that a large export becomes several.',
    needs: ['accounts', 'contraAccount'],
    layout: quickBooksJournal,
    // Its first row is the header.
    maxRecords: 999,
  },
  ledes98bi: {
    name: 'LEDES 98BI V2',
    needs: ['firmId', 'clientIds', 'invoiceNumber'],
    layout: ledes98bi,
    fileType: 'txt',
  },
};
