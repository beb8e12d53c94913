import type { PostingSettings } from '@recoup/contract/posting/endpoints';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';

/** A line of an export with what posting needs; amounts in cents. */
export type PostingLine = {
  date: string;
  matterNumber: string;
  client: string | null;
  matterDescription: string;
  attorney: string;
  disbursementType: string;
  minutes: number | null;
  quantity: number | null;
  amountCents: number;
  narration: string | null;
  typeId: string | null;
  entryId: string | null;
  vat: LineVat | null;
  reverses: string | null;
  voucher: string | null;
  /** The supplier on whose account the line stands. */
  supplier?: LineSupplier | null;
  /** Paid as agent of the client. */
  isAgent?: boolean;
};

type LineSupplier = { name: string; code: string | null; invoice: string };

export type LineVat = {
  treatment: EntryVatTreatment;
  percent: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
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
