import { type ApiKey, keyLimits } from '@recoup/contract/api-keys/endpoints';
import type { KeyScope } from '@recoup/contract/core/access';
import { formatDate } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import { localDay } from '../platform/browser/local-day.ts';

export const scopeTexts: Readonly<Record<KeyScope, { label: string; about: string }>> = {
  read: { label: 'Read', about: 'Everything that an auditor of the firm reads.' },
  capture: {
    label: 'Capture',
    about: 'Record, correct, delete and reverse entries, and decide about calls.',
  },
  import: { label: 'Import', about: 'Import matters and calls, and undo an import.' },
  export: { label: 'Export', about: 'Close exports, and fetch their files and posting files.' },
  provision: {
    label: 'Provision',
    about: 'Add, change and end attorneys and firm admins. It goes on when its maker leaves.',
  },
};

const days = [30, 90, 365] as const;

/** How long a key works; the values are days, and `day` for one that is typed. */
export const endOptions = [
  ...days.map((count) => ({ value: String(count), label: endLabel(count) })),
  { value: 'day', label: 'On a day of your choice' },
  { value: 'never', label: 'Never' },
];

function endLabel(count: number): string {
  return count === 365 ? 'In a year' : `In ${count} days`;
}

export const endHint = `At most ${keyLimits.years} years from today.`;

/** Why it does not work, what it may do, who made it, and when it was used and ends. */
export function aboutText(key: ApiKey): string {
  const { whyNot, scopes, createdBy, createdAt, expiresAt, lastUsedAt } = key;
  const may = scopes.map((scope) => scopeTexts[scope].label).join(', ');
  const made = `made by ${createdBy.name} on ${formatLocalDay(createdAt)}`;
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(lastUsedAt)}`;
  // The midnight that ends a day belongs to that day here.
  const end = expiresAt === null ? 'does not end' : `last day ${formatLocalDay(expiresAt, -1)}`;
  return `${whyNot === null ? '' : `${whyNot} `}${may}; ${made}; ${used}; ${end}`;
}

function formatLocalDay(moment: string, plusMs = 0): string {
  return formatDate(localDay(new Date(Date.parse(moment) + plusMs)));
}
