/**
 * A telephone number as E.164, "+27825550101", from the ways in which it is written: with spaces,
 * dashes, dots and brackets, after "tel:", with 0, 27, 0027 or +27, without the zero that a
 * spreadsheet dropped, with the # that ends a dialled number, and before an extension of its own.
 * Undefined for other texts, and for short numbers such as extensions (D2 B11, rule 4).
 */
export function toE164(written: string): string | undefined {
  const dialled = written
    .replace(/^\s*tel:/i, '')
    .replace(/(?:;(?:ext|isub|phone-context)=.*|#)\s*$/i, '')
    .replace(/\(0\)/g, '')
    .replace(/[\s\-.()\p{Cf}\p{Pd}]/gu, '')
    .replace(/^00/, '+')
    .replace(/^27(?=\d{9}$)/, '+27')
    .replace(/^0?(?=[1-8]\d{8}$)|^0(?=9\d{8}$)/, '+27');
  return /^\+(?:27[1-9]\d{8}|(?!27)[1-9]\d{6,14})$/.test(dialled) ? dialled : undefined;
}

/** South African numbers as they are dialled there, "082 555 0101"; others as E.164. */
export function formatPhone(number: string): string {
  const local = /^\+27(\d\d)(\d{3})(\d{4})$/.exec(number);
  return local ? `0${local[1]} ${local[2]} ${local[3]}` : number;
}
