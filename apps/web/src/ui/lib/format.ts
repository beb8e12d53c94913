export const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats `YYYY-MM-DD` as `5 Jan 2026`. Not by `Intl`: en-ZA differs between browsers. */
export function formatDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('-');
  return `${Number(day)}\u00A0${monthNames[Number(month) - 1] ?? '?'}\u00A0${year}`;
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

/** A moment for the screen, in the browser's time zone: `5 Jan 2026, 14:05`. */
export function formatMoment(isoMoment: string): string {
  const moment = new Date(isoMoment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${formatDate(day)}, ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** A size for the screen: `12.4 MB`, `310 KB`, `87 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00A0bytes`;
  return bytes < 999_500
    ? `${Math.round(bytes / 1000)}\u00A0KB`
    : `${(bytes / 1_000_000).toFixed(1)}\u00A0MB`;
}
