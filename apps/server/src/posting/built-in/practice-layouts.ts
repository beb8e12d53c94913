import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { code } from '../engine/fields.ts';
import type { EngineLayout } from '../engine/layout-writer.ts';
import { column, constant, own } from './columns.ts';

const practiceCsv = {
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

/** The batch of journals of LegalSuite: the matter is debited, the business account credited. */
export const legalSuite: EngineLayout = {
  ...practiceCsv,
  columns: [
    constant('BatTran'),
    constant('BookType', 'J'),
    column('Matter1', 'debitMatter'),
    column('Business1', 'debitAccount'),
    constant('Creditor1'),
    column('Description1', 'particulars', narration),
    column('Matter2', 'creditMatter'),
    column('Business2', 'creditAccount'),
    constant('Creditor2'),
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
export const dynamicLta: EngineLayout = {
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
