import type { PostingSettings, settingNames } from '@recoup/contract/posting/endpoints';
import type { BuiltInLayout } from '@recoup/contract/posting/rules';
import type { EngineLayout } from '../engine/layout-writer.ts';
import { ledes98bi } from './ledes-layout.ts';
import type { Report } from '../engine/findings.ts';
import type { PostingRecord } from '../engine/posting-line.ts';
import { column, constant, own } from './columns.ts';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { code, type Field, readAccount } from '../engine/fields.ts';

const practiceCsv = {
  creditsSuppliers: true,
  header: true,
  delimiter: ',',
  quote: 'when-needed',
  lineEnd: 'crlf',
  encoding: 'windows-1252',
  records: 1,
} as const;

const narration = { fit: 'cut', width: 200 } as const;

/** Output VAT: other supplies, exempt ones, and those of zero rate. */
const vatTypes: Partial<Record<EntryVatTreatment, string>> = { cost: '2', exempt: '3', zero: '4' };

type IsShown = (record: PostingRecord) => boolean;

/** The account that a reversal debits; a credit is that of every other line. */
function debited(isShown: IsShown): Field {
  return code((record, findings) =>
    record.gross < 0 && isShown(record) ? readAccount(record, findings) : null,
  );
}

function credited(isShown: IsShown): Field {
  return code((record, findings) =>
    record.gross >= 0 && isShown(record) ? readAccount(record, findings) : null,
  );
}

/**
 * The batch of journals of LegalSuite: the matter is debited, the business account or the creditor
 * credited.
 */
const legalSuite: EngineLayout = {
  ...practiceCsv,
  columns: [
    constant('BatTran'),
    constant('BookType', 'J'),
    column('Matter1', 'debitMatter'),
    own(
      'Business1',
      debited(({ creditor }) => creditor === null),
    ),
    own(
      'Creditor1',
      debited(({ creditor }) => creditor !== null),
    ),
    column('Description1', 'particulars', narration),
    column('Matter2', 'creditMatter'),
    own(
      'Business2',
      credited(({ creditor }) => creditor === null),
    ),
    own(
      'Creditor2',
      credited(({ creditor }) => creditor !== null),
    ),
    column('Description2', 'particulars', narration),
    column('Date', 'date'),
    constant('Year'),
    constant('Period'),
    column('Amount', 'gross', { sign: 'none' }),
    column('VatRate', 'taxType'),
    own(
      'VatType',
      code(({ line }) => vatTypes[line.vat?.treatment ?? 'none'] ?? null),
    ),
    column('Voucher', 'exportVoucher'),
  ],
  check: ({ line: { matterNumber } }, findings) => {
    if (!/^[@%#]/.test(matterNumber)) return;
    const message = `LegalSuite would read “${matterNumber}” as another kind of number.`;
    findings.reject('Matter1', message);
  },
};

/** A journal of DynamicLTA; a reversal swaps the two accounts. */
const dynamicLta: EngineLayout = {
  ...practiceCsv,
  columns: [
    constant('BookType', 'BJA'),
    column('Matter1', 'debitSide'),
    column('Business2', 'creditSide'),
    column('Description1', 'particulars', narration),
    column('Description2', 'particulars', narration),
    column('Date', 'date'),
    column('Amount', 'gross', { sign: 'none' }),
    column('VAT', 'vat', { sign: 'none' }),
    column('Voucher', 'exportVoucher'),
  ],
};

const csv = {
  creditsSuppliers: true,
  delimiter: ',',
  quote: 'when-needed',
  lineEnd: 'crlf',
} as const;
/** Twelve characters with the point and the sign. */
const pastelAmount = { width: 12, sign: 'opposite' } as const;

/**
 * A journal batch of Sage Pastel, without a header: the type's account or the supplier is credited,
 * the contra account debited by Pastel itself. Its credit of a supplier is an open item.
 */
const sagePastel: EngineLayout = {
  ...csv,
  header: false,
  encoding: 'windows-1252',
  records: 1,
  accountFault: pastelFault,
  check: checkPastelAccounts,
  columns: [
    column('Period', 'financialPeriod'),
    column('Date', 'date', { date: 'dd/mm/yyyy' }),
    own(
      'GDC',
      code(({ creditor }) => (creditor === null ? 'G' : 'C')),
      { constant: 'G' },
    ),
    column('Account', 'account', { width: 7 }),
    column('Reference', 'exportReference', { width: 8 }),
    column('Description', 'description', { width: 36, fit: 'cut' }),
    column('Amount', 'legAmount', pastelAmount),
    column('Tax type', 'taxType', { width: 2 }),
    column('Tax amount', 'legVat', pastelAmount),
    own(
      'Open item',
      code(({ creditor, gross }) => (creditor !== null && gross >= 0 ? 'O' : 'A')),
      { constant: 'A' },
    ),
    constant('Project code'),
    column('Contra account', 'contraAccount', { width: 7 }),
    constant('Exchange rate', '1'),
    constant('Bank exchange rate', '1'),
    constant('Batch id', '1'),
    constant('Discount tax type', '0'),
    constant('Discount amount', '0.00'),
    column('Home amount', 'legAmount', pastelAmount),
  ],
};

/** Pastel takes a shorter number for the beginning of another one. */
function pastelFault(account: string): string | undefined {
  if (/^\d{7}$/.test(account)) return undefined;
  return `“${account}” must have exactly 7 digits, as the accounts of Sage Pastel have.`;
}

/** Settings of before may have other numbers. */
function checkPastelAccounts(record: PostingRecord, findings: Report): void {
  const { line, creditor } = record;
  const { accounts, contraAccount } = record.file.settings;
  const hasAccount = line.typeId !== null && creditor === null;
  const account = hasAccount ? accounts[line.typeId ?? ''] : undefined;
  const named = { [`accounts.${line.typeId}`]: account, contraAccount };
  for (const [name, number] of Object.entries(named)) {
    const fault = number === undefined ? undefined : pastelFault(number);
    if (fault !== undefined) findings.lack(name, fault);
  }
}

/** Manual journals of Xero, one for each day; amounts include VAT. */
const xeroJournal: EngineLayout = {
  ...csv,
  header: true,
  encoding: 'utf-8',
  records: 2,
  columns: [
    column('*Narration', 'journalNumber'),
    column('*Date', 'date', { date: 'dd/mm/yyyy' }),
    column('Description', 'description', { width: 1_000, fit: 'cut' }),
    column('*AccountCode', 'legAccount', { width: 10 }),
    column('*TaxRate', 'legTaxType', { width: 50 }),
    column('*Amount', 'legAmount'),
    constant('TrackingName1'),
    constant('TrackingOption1'),
    constant('TrackingName2'),
    constant('TrackingOption2'),
  ],
};

/**
 * Journals of QuickBooks Online, one for each day, which has no column for tax: VAT without an
 * account of its own would be credited as income. It takes no line without an amount, and at most
 * 1,000 rows a file.
 */
const quickBooksJournal: EngineLayout = {
  ...csv,
  header: true,
  encoding: 'utf-8',
  records: 2,
  hasVatRecord: true,
  omitsZero: true,
  check: ({ vat, file }, findings) => {
    if (vat !== 0 && file.settings.vatAccount === undefined)
      findings.lack('vatAccount', 'Enter the account of the VAT in these amounts.');
  },
  columns: [
    column('JournalNo', 'journalNumber', { width: 21 }),
    column('JournalDate', 'date', { date: 'mm/dd/yyyy' }),
    column('AccountName', 'legAccount'),
    column('Debits', 'debit'),
    column('Credits', 'credit'),
    column('Description', 'description', { width: 1_000, fit: 'cut' }),
    column('Name', 'client', { width: 100, fit: 'cut' }),
  ],
};

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
