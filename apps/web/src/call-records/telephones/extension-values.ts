import type { ChangedExtension, Extension } from '@recoup/contract/call-records/set-up-endpoints';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import { formatDate } from '../../ui/lib/format.ts';
import { checkedRows, firstErrors, loadSchemas } from './row-errors.ts';

/** An extension as typed; an empty day is open. */
export type ExtensionValues = {
  key: string;
  value: string;
  attorney: string;
  from: string;
  until: string;
};

export function newExtension(key: string): ExtensionValues {
  return { key, value: '', attorney: '', from: '', until: '' };
}

export function extensionValues(
  { value, attorney, from, until }: Extension,
  key: number,
): ExtensionValues {
  return { key: String(key), value, attorney: attorney._id, from: from ?? '', until: until ?? '' };
}

/** Throws an `UnsentError` if a field is wrong. */
export async function extensionsToSave(
  rows: readonly ExtensionValues[],
): Promise<ChangedExtension[]> {
  const { changedExtensions } = await loadSchemas();
  const { data, error } = changedExtensions.safeParse(toBody(rows));
  const missing = rows.flatMap(({ attorney }, index) =>
    attorney === '' ? [[`rows.${index}.attorney`, 'Choose an attorney.'] as const] : [],
  );
  return checkedRows(data?.extensions, {
    ...overlaps(rows),
    ...firstErrors(error?.issues),
    ...Object.fromEntries(missing),
  });
}

/** `Thabo Mokoena · from 1 Oct 2026 · until 31 Oct 2026`. */
export function extensionText({ attorney, from, until }: ExtensionValues, name: string): string {
  const parts = [
    attorney === '' ? 'No attorney yet' : name,
    ...(from === '' ? [] : [`from ${formatDate(from)}`]),
    ...(until === '' ? [] : [`until ${formatDate(until)}`]),
  ];
  return parts.join(' · ');
}

/** The later row of two that hold for the same day. */
function overlaps(rows: readonly ExtensionValues[]): Record<string, string> {
  const message = 'Another row has this extension on the same days. End the earlier one first.';
  const found = rows.flatMap((row, index) =>
    rows.slice(0, index).some((earlier) => hasCommonDay(earlier, row))
      ? [[`rows.${index}.value`, message] as const]
      : [],
  );
  return Object.fromEntries(found);
}

function hasCommonDay(a: ExtensionValues, b: ExtensionValues): boolean {
  const value = plain(a.value);
  const begins = (first: string, last: string) => first === '' || last === '' || first <= last;
  return (
    value !== '' && value === plain(b.value) && begins(a.from, b.until) && begins(b.from, a.until)
  );
}

/** As the server compares them: numbers in one spelling. */
function plain(value: string): string {
  return toE164(value) ?? value.trim().toLowerCase();
}

function toBody(rows: readonly ExtensionValues[]) {
  return {
    extensions: rows.map(({ value, attorney, from, until }) => ({
      value,
      attorney,
      from: from === '' ? null : from,
      until: until === '' ? null : until,
    })),
  };
}
