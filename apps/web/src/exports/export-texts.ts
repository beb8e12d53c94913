import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { formatCount, formatDate } from '../ui/lib/format.ts';

type Shown = { label: string; tone: 'good' | 'warn' | 'bad' | 'plain' };

export const exportStates: Readonly<Record<ExportRecord['state'], Shown>> = {
  closed: { label: 'Closed', tone: 'good' },
  reopened: { label: 'Reopened', tone: 'warn' },
  copy: { label: 'Copy', tone: 'plain' },
};

export const mailStates: Readonly<Record<ExportMail['state'], Shown>> = {
  queued: { label: 'Sending', tone: 'warn' },
  // A mail server may still return it (mails-panel.tsx).
  sent: { label: 'Handed to the mail server', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** The period of an export in words. */
export function exportPeriodText({
  from,
  to,
  state,
}: Pick<ExportRecord, 'from' | 'to' | 'state'>): string {
  if (from === null && to === null) return state === 'copy' ? 'Everything' : 'All new entries';
  if (from === null) return `Up to ${formatDate(to ?? '')}`;
  return to === null ? `From ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(to)}`;
}

/** `2 blocking exceptions were`. */
export function blockingText(count: number): string {
  return count === 1
    ? '1 blocking exception was'
    : `${formatCount(count)} blocking exceptions were`;
}

/** How the mails of an export fared: `2 sent, 1 failed`. */
export function mailStatesText(mails: readonly ExportMail[]): string {
  const states = ['sent', 'queued', 'failed'] as const;
  const counts = states.map((state) => ({
    state,
    count: mails.filter((mail) => mail.state === state).length,
  }));
  const words = counts
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${mailStates[state].label.toLowerCase()}`);
  return words.length === 0 ? 'Not emailed' : words.join(', ');
}
