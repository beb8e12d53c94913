import { formatDate } from './format.ts';

/** South Africa is two hours ahead of UTC all year. */
const southAfricaMs = 2 * 3_600_000;

/** Found out once: it takes a millisecond or more, and lists have a hundred moments. */
let zone: string | undefined;

/**
 * A moment as evidence: `5 Jan 2026, 14:05` in South African time, by which lists are filtered too.
 * A browser of another zone is told so.
 */
export function formatMoment(isoMoment: string): string {
  const local = new Date(Date.parse(isoMoment) + southAfricaMs).toISOString();
  zone ??= zoneText(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return `${formatDate(local.slice(0, 10))}, ${local.slice(11, 16)}${zone}`;
}

/** Follows a moment for a browser of this zone. */
export function zoneText(timeZone: string): string {
  return timeZone === 'Africa/Johannesburg' ? '' : ' South African time';
}
