import type { Webhook, WebhookDelivery } from '@recoup/contract/webhooks/endpoints';
import { chosenEventTypes, type WebhookEventType } from '@recoup/contract/webhooks/events';
import { countOf } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';

const eventTexts: Readonly<Record<WebhookEventType, { label: string; about: string }>> = {
  'export.closed': {
    label: 'Export closed',
    about: 'A closing has locked entries: number, days, entries and sum.',
  },
  'import.done': { label: 'Import done', about: 'A file of matters or calls was imported.' },
  'import.refused': {
    label: 'Import refused',
    about: 'A file of matters or calls was refused: how many rows.',
  },
  'mail.failed': { label: 'Email failed', about: 'An email was given up.' },
  'exceptions.blocking': {
    label: 'Exceptions block a closing',
    about: 'Once a day, when open exceptions keep an export from being closed.',
  },
  'webhook.test': { label: 'Test', about: '' },
};

export const eventOptions = chosenEventTypes.map((value) => ({ value, ...eventTexts[value] }));

export function eventLabel(event: WebhookEventType): string {
  return eventTexts[event].label;
}

/** Why it is off, what it is for, and what became of the last delivery. */
export function aboutText({ events, isActive, offReason, offAt, lastDelivery }: Webhook): string {
  const off = isActive ? '' : offText(offReason, offAt);
  const last =
    lastDelivery === null ? 'nothing sent yet' : `last delivery ${stateText(lastDelivery)}`;
  return `${off}${events.map(eventLabel).join(', ')}; ${last}`;
}

function offText(reason: Webhook['offReason'], at: string | null): string {
  const since = at === null ? '' : ` ${formatMoment(at)}`;
  if (reason === 'gone') return `Switched off${since}, because the receiver answered 410 (gone). `;
  if (reason === 'failing')
    return `Switched off${since}, because nothing was taken for more than three days. `;
  return `Switched off${since}. `;
}

type Facts = Pick<WebhookDelivery, 'state' | 'tries' | 'status' | 'error' | 'triedAt'>;

/** State of a delivery, with the number of tries and the error. */
export function stateText({ state, tries, status, error, triedAt }: Facts): string {
  const at = triedAt === null ? '' : ` ${formatMoment(triedAt)}`;
  const after = tries === 0 ? '' : ` after ${countOf(tries, 'try', 'tries')}`;
  const why = error === null ? '' : `: ${error}`;
  if (state === 'delivered') return `taken${at} with ${status ?? ''}${tries > 1 ? after : ''}`;
  return state === 'failed' ? `failed${at}${after}${why}` : `waits${after}${why}`;
}
