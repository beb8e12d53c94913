import { vatColumns } from '@recoup/contract/exports/files';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { type RawBuilder, sql } from 'kysely';

/** The cells of a line behind those of every file; absent without their columns. */
export type LineExtras = {
  vat?: LineVat;
  voucher?: string | null;
  entryId?: string;
  reverses?: string | null;
  reversedExport?: number | null;
  supplier?: LineSupplier | null;
};

/** The supplier whose account a line is of, and the number of that. */
type LineSupplier = { name: string; code: string | null; invoice: string };

/** Percent, and cents. */
type LineVat = {
  treatment: EntryVatTreatment;
  percent: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
};

/** A `code`, such as an id or a day, needs no escape in a spreadsheet; a `text` may. */
export type CellKind = 'text' | 'code' | 'whole' | 'percent' | 'cents';

export type ExtraColumn = {
  name: string;
  /** The cell of a row of `entries`; not null, percents as basis points. */
  cell: RawBuilder<unknown>;
  /** In a workbook, in digits. */
  width: number;
  /** Indented, because a number or a full line of text may stand before it. */
  isApart?: true;
  /** No reader of a printed page needs it. */
  isLeftOutInPrint?: true;
  /** The texts mostly differ from line to line. */
  isUnshared?: true;
} & (
  | { kind: 'text' | 'code'; value: (line: LineExtras) => string | null | undefined }
  | { kind: 'whole' | 'percent' | 'cents'; value: (line: LineExtras) => number | null | undefined }
);

/** Reads the next cell of a line, of a column of that kind; null for an empty one. */
export type CellReader = Readonly<
  Record<'text' | 'code', () => string | null> &
    Record<'whole', () => number | null> &
    Record<'percent' | 'cents', () => number>
>;

type ExtraGroup = {
  /** Whether a row of `entries` has something to say in the columns. */
  isUsed: RawBuilder<unknown>;
  columns: readonly ExtraColumn[];
  /** Reads the cells of the columns in their order. */
  read: (next: CellReader) => LineExtras;
};

/** The amount of `entries` without VAT. */
export const netCents = sql`(entries.amount_cents - case when entries.vat_included
  then entries.vat_cents else 0 end)`;
const [treatment, percent, net, vat, gross] = vatColumns;

/**
 * Columns behind those of every file, where a line of the export has something to say in them: of
 * its VAT, its voucher, a reversal, or the supplier whose account charges it. `Reversed Export` is
 * the number of the closed export that holds the reversed entry. A new group also needs its name in
 * a check of `exports.extra_columns`, and one with decimals its columns in the page's
 * `read-export-file.ts`. The PDF has those of VAT alone.
 */
export const extraGroups = {
  vat: {
    isUsed: sql`entries.vat_treatment <> 'none'`,
    columns: [
      {
        name: treatment,
        kind: 'code',
        cell: sql`entries.vat_treatment`,
        width: 11,
        value: (line) => line.vat?.treatment,
      },
      {
        name: percent,
        kind: 'percent',
        cell: sql`entries.vat_basis_points`,
        width: 9,
        value: (line) => line.vat?.percent,
      },
      {
        name: net,
        kind: 'cents',
        cell: netCents,
        width: 12,
        value: (line) => line.vat?.netCents,
      },
      {
        name: vat,
        kind: 'cents',
        cell: sql`entries.vat_cents`,
        width: 12,
        value: (line) => line.vat?.vatCents,
      },
      {
        name: gross,
        kind: 'cents',
        cell: sql`${netCents} + entries.vat_cents`,
        width: 12,
        value: (line) => line.vat?.grossCents,
      },
    ],
    read: ({ code, percent: percents, cents }) => ({
      vat: {
        treatment: code() as EntryVatTreatment, // a check of the table
        percent: percents(),
        netCents: cents(),
        vatCents: cents(),
        grossCents: cents(),
      },
    }),
  },
  voucher: {
    isUsed: sql`entries.voucher is not null`,
    columns: [
      {
        name: 'Voucher',
        kind: 'text',
        cell: textCell(sql`entries.voucher`),
        width: 13,
        isApart: true,
        isUnshared: true,
        value: ({ voucher }) => voucher,
      },
    ],
    read: ({ text }) => ({ voucher: text() }),
  },
  reversals: {
    isUsed: sql`entries.reverses is not null`,
    columns: [
      {
        name: 'Entry',
        kind: 'code',
        cell: sql`entries.id`,
        width: 40,
        isApart: true,
        isLeftOutInPrint: true,
        isUnshared: true,
        value: ({ entryId }) => entryId,
      },
      {
        name: 'Reverses',
        kind: 'code',
        cell: sql`coalesce(entries.reverses::text, '')`,
        width: 38,
        isLeftOutInPrint: true,
        isUnshared: true,
        value: ({ reverses }) => reverses,
      },
      {
        name: 'Reversed Export',
        kind: 'whole',
        cell: sql`coalesce((select x.number::text from entries r
          join exports x on x.firm_id = r.firm_id and x.id = r.export_id
          where r.firm_id = entries.firm_id and r.id = entries.reverses), '')`,
        width: 17,
        isLeftOutInPrint: true,
        value: ({ reversedExport }) => reversedExport,
      },
    ],
    read: ({ code, whole }) => ({
      entryId: code() ?? '',
      reverses: code(),
      reversedExport: whole(),
    }),
  },
  suppliers: {
    isUsed: sql`entries.supplier_account_id is not null`,
    columns: [
      {
        name: 'Supplier',
        kind: 'text',
        cell: supplierCell('s.name'),
        width: 18,
        isApart: true,
        value: ({ supplier }) => supplier?.name,
      },
      {
        name: 'Supplier Code',
        kind: 'text',
        cell: supplierCell('s.code'),
        width: 13,
        isLeftOutInPrint: true,
        value: ({ supplier }) => supplier?.code,
      },
      {
        name: 'Supplier Invoice',
        kind: 'text',
        cell: supplierCell('a.number'),
        width: 13,
        value: ({ supplier }) => supplier?.invoice,
      },
    ],
    read: ({ text }) => {
      const [name, code, invoice] = [text(), text(), text()];
      return { supplier: name === null ? null : { name, code, invoice: invoice ?? '' } };
    },
  },
} as const satisfies Readonly<Record<string, ExtraGroup>>;

export type Extra = keyof typeof extraGroups;
/** In the order of their columns. */
export const extras = Object.keys(extraGroups) as Extra[]; // Object.keys forgets the names

/** The groups of a file with these extras. */
export function groupsIn(some: readonly Extra[]): readonly ExtraGroup[] {
  return extras.filter((each) => some.includes(each)).map((each) => extraGroups[each]);
}

/** The columns of a file with these extras, behind those of every file. */
export function extraColumns(some: readonly Extra[]): readonly ExtraColumn[] {
  return groupsIn(some).flatMap(({ columns }) => columns);
}

/** Without the separators, which `escapeFormula` would remove anyway. */
export function textCell(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(coalesce(${text}, ''), chr(30) || chr(31), '')`;
}

/** A text of the supplier's account of `entries`. */
function supplierCell(column: string): RawBuilder<unknown> {
  return textCell(sql`(select ${sql.ref(column)} from supplier_accounts a
    join suppliers s on s.firm_id = entries.firm_id and s.id = a.supplier_id
    where a.firm_id = entries.firm_id and a.id = entries.supplier_account_id)`);
}
