import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import type { ExportLine } from '../../exports/files/export-file.service.ts';

type Nullable = 'entryId' | 'vat' | 'reverses' | 'voucher';
/** A line of an export with what posting needs; amounts in cents. */
export type PostingLine = Omit<ExportLine, Nullable> & {
  [Name in Nullable]: NonNullable<ExportLine[Name]> | null;
} & {
  typeId: string | null;
  /** Paid as agent of the client. */
  isAgent?: boolean;
};

/** Facts that all lines of a file share; days as YYYY-MM-DD. */
export type PostingFile = {
  exportNumber: number;
  exportDay: string;
  firmName: string;
  settings: PostingSettings;
  invoices: Invoices;
  /** From 2 on where the lines take several files. */
  part?: number;
};

/** The totals of each matter, which a first pass over the lines has added up. */
export type Invoice = { grossCents: bigint; vatCents: bigint; firstDay: string; lastDay: string };
export type Invoices = ReadonlyMap<string, Invoice>;

/** A record of a line; `leg` is positive for a debit and negative for a credit. */
export type PostingRecord = {
  line: PostingLine;
  /** The line in the file, from 1. */
  number: number;
  /** Whether the credit side is the one of this record; null for a record of both sides. */
  side: 'both' | 'debit' | 'credit' | 'vat';
  net: number;
  vat: number;
  gross: number;
  leg: number;
  legVat: number;
  /** The supplier's code, where the layout credits it instead of the type's account. */
  creditor: string | null;
  file: PostingFile;
};
