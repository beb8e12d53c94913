const longMonthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
export const monthNames = longMonthNames.map((name) => name.slice(0, 3));

/** Same as in the contract, which this folder must not import. */
type DateForm = 'd mmm yyyy' | 'dd/mm/yyyy' | 'yyyy/mm/dd' | 'yyyy-mm-dd';

/** The form that the signed-in user chose; the shell sets it before it draws a page. */
let dateForm: DateForm = 'd mmm yyyy';

export function setDateForm(form: DateForm = 'd mmm yyyy'): void {
  dateForm = form;
}

/**
 * Formats `YYYY-MM-DD` in the user's form, by default as `5 Jan 2026`. Not by `Intl`: en-ZA differs
 * between browsers.
 */
export function formatDate(isoDate: string, form: DateForm = dateForm): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  if (form === 'd mmm yyyy')
    return `${Number(day)}\u00A0${monthNames[Number(month) - 1] ?? '?'}\u00A0${year}`;
  return form.replace('yyyy', year).replace('mm', month).replace('dd', day);
}

/** For sentences: `5 January 2026`, or the user's form if it is one of figures. */
export function formatLongDate(isoDate: string): string {
  return dateForm === 'd mmm yyyy' ? longDate(isoDate) : formatDate(isoDate);
}

/** `5 January 2026` in every form. */
export function longDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('-');
  return `${Number(day)} ${longMonthNames[Number(month) - 1] ?? '?'} ${year}`;
}

/** A sentence of the server, which names days as `5 January 2026`, in the user's form. */
export function withDates(sentence: string): string {
  return sentence.replace(/\b(\d{1,2}) ([A-Z][a-z]+) (\d{4})\b/g, (text, ...parts: string[]) => {
    const [day = '', name = '', year = ''] = parts;
    const month = longMonthNames.indexOf(name) + 1;
    if (month === 0) return text;
    return formatLongDate(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
  });
}

/** Whole minutes for the screen: `12 min`. */
export function formatMinutes(minutes: number): string {
  return `${formatCount(minutes)}\u00A0min`;
}

/** A whole number in groups of three: `1 234 567`, as money is written. */
export function formatCount(count: number): string {
  const digits = String(Math.abs(count)).replace(/\B(?=(?:\d{3})+$)/g, '\u00A0');
  return count < 0 ? `\u2212${digits}` : digits;
}

/** `1 entry`, `1 234 entries`. */
export function countOf(count: number, singular: string, plural: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A size for the screen: `12.4 MB`, `310 KB`, `87 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00A0bytes`;
  return bytes < 999_500
    ? `${Math.round(bytes / 1000)}\u00A0KB`
    : `${(bytes / 1_000_000).toFixed(1)}\u00A0MB`;
}
