import { toCallFeeBand } from '../call-fees/fee-rows.ts';
import { feesText } from '../call-fees/fee-text.ts';
import type { FeeRow } from '../call-fees/endpoints.ts';
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

/**
 * A sentence about the action; what has no value is left out. An earlier version's action without
 * a sentence shows its name.
 */
export function auditSentence(described: DescribedAction): string {
  const { action, details } = described;
  const sentence = withValues(action, (name) => sentenceValue(described, name));
  const override = details.override === undefined ? '' : ', although exceptions were open';
  return `${sentence}${override}`;
}

/** The action as a sentence, without any value: `Changed a person`. */
export function auditActionName(action: string): string {
  return withValues(action, () => null);
}

/** The text of an action's sentence, with `…` for each value. */
export function auditActionWords(action: string): string {
  return withValues(action, () => '…');
}

/** `[this|that]` of a sentence. */
const choices = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g;

function withValues(action: string, valueFor: (name: string) => string | null): string {
  const sentence = sentences[action] ?? action;
  return sentence.replaceAll(choices, (_, whole: string, plain: string | undefined) => {
    let isWhole = true;
    const text = whole.replaceAll(/\{(\w+)\}/g, (_name, name: string) => {
      const value = valueFor(name);
      if (value === null) isWhole = false;
      return value ?? '';
    });
    return isWhole ? text : (plain ?? '');
  });
}

function sentenceValue(described: DescribedAction, name: string): string | null {
  const { label, rows, details } = described;
  if (name === 'on') return label;
  if (name === 'fields') return changedFieldNames(described);
  if (name === 'rows') return rows === null ? null : grouped(rows);
  const text = detailText(details[name]);
  return text === '' ? null : text;
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
    .flatMap(([field, value]): AuditLine['changes'] => {
      if (isFeeDetails(field, value)) return value.map(feeChange);
      const detail = { action, field, value };
      const [before, after] = isPair(detail) ? detail.value : [null, value];
      return [{ field: fieldLabel(field), before: detailText(before), after: detailText(after) }];
    });
}

/** The call fees of a type from a day on, before and after, as the log stores them. */
export type FeeDetail = {
  disbursementType: string;
  validFrom: string;
  change: readonly [readonly FeeRow[], readonly FeeRow[]];
};

function isFeeDetails(field: string, value: unknown): value is FeeDetail[] {
  return (
    field === 'callFees' &&
    Array.isArray(value) &&
    value.every(
      (item: unknown) => typeof item === 'object' && item !== null && 'disbursementType' in item,
    )
  );
}

/** The id of the type stands for its name, which the caller knows. */
function feeChange({ disbursementType, validFrom, change }: FeeDetail) {
  const [before, after] = change.map((rows) =>
    rows.length === 0 ? 'No call fees' : feesText(rows.map(toCallFeeBand)),
  );
  return {
    field: `${disbursementType} from ${validFrom}`,
    before: before ?? null,
    after: after ?? null,
  };
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

function changedFieldNames({ action, details }: DescribedAction): string | null {
  const names = Object.entries(details)
    .filter(([field, value]) => isPair({ action, field, value }))
    .map(([field]) => fieldLabel(field));
  if (names.length === 0) return null;
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
