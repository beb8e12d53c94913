import { matrixColumns } from '@recoup/contract/call-fees/rate-matrix-endpoints';
import { type CallFeeBand, isThereafter, maxTimedRows } from '@recoup/contract/call-fees/rules';
import { csvLine } from '@recoup/contract/core/formula-escaping';

/** A line of the file; `validFrom` is null if there never were call fees. */
export type MatrixLine = {
  email: string;
  title: string;
  validFrom: string | null;
  bands: readonly CallFeeBand[];
};

/** Comma, point, ISO date and UTF-8, as the CSV for systems. Importing it changes nothing. */
export function matrixAsCsv(lines: readonly MatrixLine[]): string {
  return csvLine(matrixColumns) + lines.map((line) => csvLine(matrixCells(line))).join('');
}

function matrixCells({ email, title, validFrom, bands }: MatrixLine): string[] {
  const timed = bands.filter((band) => !isThereafter(band));
  const prices = Array.from({ length: maxTimedRows }, (_, index) => {
    const band = timed[index];
    return band ? [String(band.endTime), amount(band.chargeCents)] : ['', ''];
  });
  const last = bands.find(isThereafter);
  const thereafter = last ? [String(last.additionalTime), amount(last.chargeCents)] : ['', ''];
  return [email, title, validFrom ?? '', ...prices.flat(), ...thereafter];
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2);
}
