import { auditActions } from './actions.ts';
import type { AuditLine } from './endpoints.ts';

type Details = Readonly<Record<string, unknown>>;
type DescribedAction = {
  action: string;
  /** The subject's name at that time. */
  label: string | null;
  rows: number | null;
  details: Details;
};

const sentences: Readonly<Record<string, string>> = auditActions;

/** A sentence about the action. An earlier version's action without one shows its name. */
export function auditSentence(deed: DescribedAction): string {
  const { action, label, rows, details } = deed;
  const sentence = (sentences[action] ?? action).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'on') return label ?? 'a deleted one';
    if (name === 'fields') return changedFieldNames(deed);
    if (name === 'rows') return rows === null ? 'some' : grouped(rows);
    return detailText(details[name]) ?? 'some';
  });
  const override = details.override === undefined ? '' : ', although exceptions were open';
  return `${sentence}${override}`;
}

/** The name of a person, of a key and its person, or a fallback such as `Operator`. */
export function auditActor({
  actor,
  actorKind,
  key,
}: Pick<AuditLine, 'actor' | 'actorKind' | 'key'>): string {
  const name = actor?.name ?? kinds[actorKind];
  return actorKind === 'key' ? `key ${key ?? 'without a name'} of ${name}` : name;
}

const kinds = {
  user: 'Unknown user',
  key: 'an unknown user',
  job: 'Recoup',
  operator: 'Operator',
} as const satisfies Record<AuditLine['actorKind'], string>;

/**
 * The details of a line as fields with their values before and after. A detail that is no pair is
 * shown as what it was afterwards.
 */
export function auditChanges({ action, details }: Pick<DescribedAction, 'action' | 'details'>) {
  return Object.entries(details)
    .filter(([field]) => !secret.test(field))
    .map(([field, value]): AuditLine['changes'][number] => {
      const detail = { action, field, value };
      const [before, after] = isPair(detail) ? detail.value : [null, value];
      return { field: fieldLabel(field), before: detailText(before), after: detailText(after) };
    });
}

/** No line should have one; a mistake must not show it. */
const secret = /password|secret|token/i;

/** Lists, which may happen to have two items. */
const lists = /^(?:callFees|callFeesReplaced|callFeesEnded|appliedTo)$/;

type Detail = { action: string; field: string; value: unknown };

function isPair<D extends Detail>(detail: D): detail is D & { value: [unknown, unknown] } {
  const { action, field, value } = detail;
  const isList = lists.test(field) || action === 'firm.created';
  return !isList && Array.isArray(value) && value.length === 2;
}

function changedFieldNames({ action, details }: DescribedAction): string {
  const names = Object.entries(details)
    .filter(([field, value]) => isPair({ action, field, value }))
    .map(([field]) => fieldLabel(field));
  if (names.length === 0) return 'something';
  return names.length === 1
    ? `${names[0]}`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const fieldLabels: Readonly<Record<string, string>> = {
  attorneyId: 'attorney',
  matterId: 'matter',
  disbursementTypeId: 'disbursement type',
  adminId: 'admin',
  amount: 'amount',
  vatTreatment: 'VAT treatment',
  vatBasisPoints: 'VAT rate',
  vatIncluded: 'VAT included',
  isVatVendor: 'VAT vendor',
  vatNumber: 'VAT number',
  pricesIncludeVat: 'prices include VAT',
  csvDelimiter: 'CSV delimiter',
  sha256: 'SHA-256',
};

/** `callFeesFrom` as "call fees from". */
function fieldLabel(field: string): string {
  return (
    fieldLabels[field] ??
    field
      .replaceAll('.', ' ')
      .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
      .toLowerCase()
  );
}

const maxText = 2_000;

function detailText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : plainText(value);
  return text.length > maxText ? `${text.slice(0, maxText)} …` : text;
}

function plainText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.map(String).join(', ');
  return JSON.stringify(value);
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u00A0');
}
