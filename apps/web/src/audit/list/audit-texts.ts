import { auditGroupNames, auditGroups } from '@recoup/contract/audit/actions';
import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { countOf, formatDate, monthNames } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';

/** How much was read or sent; empty where that says nothing. */
export function rowsText(rows: number | null): string {
  return rows === null ? '' : countOf(rows, 'row', 'rows');
}

/** Address and device of a request; empty if unknown. */
export function requestOrigin({ address, agent }: Pick<AuditLine, 'address' | 'agent'>) {
  return { address: address ?? '', device: deviceName(agent ?? '') };
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome on Windows`, from what the browser says about itself; empty if nothing is known. */
function deviceName(agent: string): string {
  const found = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => agent.includes(sign))?.[1];
  const [browser, system] = [found(browsers), found(systems)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? agent.slice(0, 40);
}

export const groupOptions = auditGroupNames.map((value) => ({
  value,
  label: auditGroups[value].label,
}));

const isoMoment =
  /(?<![\w-])\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)(?!\w)/g;
const isoDay = /(?<![\w-])\d{4}-\d\d-\d\d(?![\w-]|\.\w)/g;
const isoMonth = /\bmonth (\d{4})-(\d\d)\b/g;

/** Days, months and moments of the server in the form of the user: `30 Oct 2026`. */
export function withPlainDays(text: string): string {
  return text
    .replaceAll(isoMoment, (moment) => formatMoment(moment))
    .replaceAll(isoDay, (day) => formatDate(day))
    .replaceAll(isoMonth, (whole, year: string, month: string) => {
      const name = monthNames[Number(month) - 1];
      return name === undefined ? whole : `month ${name} ${year}`;
    });
}
