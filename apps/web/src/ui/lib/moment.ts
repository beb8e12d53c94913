import { formatDate } from './format.ts';

/** South Africa is two hours ahead of UTC all year. */
const southAfricaMs = 2 * 3_600_000;

/**
 * A moment as evidence: `5 Jan 2026, 14:05` in South African time, by which lists are filtered too.
 * A browser of another zone is told so.
 */
export function formatMoment(isoMoment: string): string {
  const local = new Date(Date.parse(isoMoment) + southAfricaMs).toISOString();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const zone = timeZone === 'Africa/Johannesburg' ? '' : ' South African time';
  return `${formatDate(local.slice(0, 10))}, ${local.slice(11, 16)}${zone}`;
}
