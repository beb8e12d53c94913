import { postingFields } from '@recoup/contract/posting/rules';
import { constant, fieldNames, isVatField } from './field-names.ts';

/**
 * A firm that is no vendor sees nothing of VAT, except the content that a column has had since the
 * firm was one.
 */
export function contentOptions(content: string, { isVatVendor }: { isVatVendor: boolean }) {
  const fields = postingFields.filter(
    (field) => isVatVendor || field === content || !isVatField(field),
  );
  return [
    { value: constant, label: 'Constant text' },
    ...fields.map((field) => ({ value: field, label: fieldNames[field] })),
  ];
}
export const delimiterOptions = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
  { value: '', label: 'None: columns of fixed width' },
];
export const quoteOptions = [
  { value: 'when-needed', label: 'Where needed' },
  { value: 'always', label: 'Around every value' },
  { value: 'never', label: 'Never' },
];
export const lineEndOptions = [
  { value: 'crlf', label: 'CR LF (Windows)' },
  { value: 'lf', label: 'LF' },
];
export const encodingOptions = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-8-bom', label: 'UTF-8 with byte order mark' },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'ascii', label: 'ASCII' },
];
export const recordOptions = [
  { value: '1', label: 'One record' },
  { value: '2', label: 'Two records: debit and credit' },
];
export const fitOptions = [
  { value: 'reject', label: 'Refuse the line' },
  { value: 'cut', label: 'Shorten it' },
];
export const alignOptions = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
];
export const padOptions = [
  { value: '', label: 'Nothing' },
  { value: ' ', label: 'Spaces' },
  { value: '0', label: 'Zeros' },
];
export const signOptions = [
  { value: 'minus', label: 'Minus in front' },
  { value: 'trailing-minus', label: 'Minus behind' },
  { value: 'brackets', label: 'In brackets' },
  { value: 'none', label: 'Without a sign' },
  { value: 'opposite', label: 'Opposite sign' },
];
export const decimalMarkOptions = [
  { value: '.', label: 'Point' },
  { value: ',', label: 'Comma' },
  { value: 'none', label: 'None: whole cents' },
];
