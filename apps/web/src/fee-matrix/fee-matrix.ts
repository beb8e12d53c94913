import { folded, sortByName } from '@recoup/contract/core/folded';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { formatDate } from '../ui/lib/format.ts';
import { feesKey } from '../call-fees/same-fees.ts';
import { priceText } from '../call-fees/price-text.ts';

export type Attorney = { _id: string; name: string; status: UserStatus };
type MatrixType = Pick<DisbursementType, '_id' | 'title' | 'calculated' | 'active'>;
export type FeeColumn = MatrixType & {
  /** In Rand, of a fixed type. */
  unitPrice: number | null;
};
/** `isOpen` if the fees of the cell can be changed; `marks` say what is special about it. */
export type FeeCell = { text: string; tone: Tone; marks: readonly string[]; isOpen: boolean };
export type FeeLine = { attorney: Attorney; cells: readonly FeeCell[] };
type Tone = 'plain' | 'none' | 'quiet';

export const statusNames = {
  [userStatus.blocked]: 'Blocked',
  [userStatus.inactive]: 'Inactive',
  [userStatus.active]: 'Active',
} as const satisfies Record<UserStatus, string>;

type Source = {
  /** The fees of all attorneys, also where only some of them are drawn. */
  rows: readonly RateMatrixRow[];
  types: readonly MatrixType[];
};
export type FeeMatrix = {
  columns: readonly FeeColumn[];
  /** The same line for the same attorney, which is not drawn again then. */
  lineFor: (attorney: Attorney) => FeeLine;
};

const matrices = new WeakMap<Source['rows'], { types: Source['types']; matrix: FeeMatrix }>();

/** The same one for the same answers, also where the page is opened again. */
export function feeMatrixFor({ rows, types }: Source): FeeMatrix {
  const known = matrices.get(rows);
  if (known?.types === types) return known.matrix;
  const matrix = createFeeMatrix({ rows, types });
  matrices.set(rows, { types, matrix });
  return matrix;
}

/** Attorneys by types in natural order; a type out of use has a column while it is assigned. */
export function createFeeMatrix({ rows, types }: Source): FeeMatrix {
  const cells = new Map(rows.map((row) => [cellKey(row.attorney, row.disbursementType), row]));
  const usual = findUsualFees(rows);
  const shown = types.filter(
    ({ _id, active }) => active || rows.some((row) => row.disbursementType._id === _id),
  );
  const columns = sortByName(shown, ({ title }) => title).map(
    ({ _id, title, calculated, active }) => {
      const priced = rows.find((row) => row.disbursementType._id === _id && row.unitPrice !== null);
      return { _id, title, calculated, active, unitPrice: priced?.unitPrice ?? null };
    },
  );
  const createLine = (attorney: Attorney): FeeLine => ({
    attorney,
    cells: columns.map((column) =>
      toFeeCell(cells.get(cellKey(attorney, column)), column, usual.get(column._id)),
    ),
  });
  const lines = new WeakMap<Attorney, FeeLine>();
  const lineFor = (attorney: Attorney) => {
    const line = lines.get(attorney) ?? createLine(attorney);
    lines.set(attorney, line);
    return line;
  };
  return { columns, lineFor };
}

/**
 * The usual call fees of each type: the most frequent ones among the active attorneys of the type,
 * if they are those of at least two and of more than half of them.
 */
export function findUsualFees(rows: readonly RateMatrixRow[]): Map<string, string> {
  const all = new Map<string, number>();
  const alike = new Map<string, number>();
  const usual = new Map<string, string>();
  const active = rows.filter(({ attorney }) => attorney.status === userStatus.active);
  for (const { disbursementType } of active) count(all, disbursementType._id);
  for (const { disbursementType: type, callFees } of active) {
    if (callFees.length === 0) continue;
    const fees = feesKey(callFees);
    const same = count(alike, `${type._id} ${fees}`);
    if (same >= 2 && same > (all.get(type._id) ?? 0) / 2) usual.set(type._id, fees);
  }
  return usual;
}

/** The attorneys to show, in their order; the search is folded. */
export function filterAttorneys(
  attorneys: readonly Attorney[],
  { search, hasInactive }: { search: string; hasInactive: boolean },
): Attorney[] {
  const wanted = folded(search.trim());
  return attorneys.filter(
    ({ name, status }) =>
      (hasInactive || status === userStatus.active) && folded(name).includes(wanted),
  );
}

function toFeeCell(
  row: RateMatrixRow | undefined,
  column: FeeColumn,
  usual: string | undefined,
): FeeCell {
  if (!row) return { text: 'Not assigned', tone: 'quiet', marks: [], isOpen: column.active };
  const { callFees, unitPrice, next } = row;
  const marks = [
    ...(next ? [`changes on ${formatDate(next.validFrom)}`] : []),
    ...(callFees.length > 0 && usual !== undefined && feesKey(callFees) !== usual
      ? ['differs from the usual']
      : []),
  ];
  if (callFees.length > 0 || unitPrice !== null) {
    const text = priceText(callFees.map(toCallFeeBand), unitPrice);
    return { text, tone: 'plain', marks, isOpen: true };
  }
  // Missing fees are no fault in a type without minutes: the attorney enters the amount.
  return { text: 'No fees', tone: column.calculated ? 'none' : 'quiet', marks, isOpen: true };
}

function count(counts: Map<string, number>, key: string): number {
  const counted = (counts.get(key) ?? 0) + 1;
  counts.set(key, counted);
  return counted;
}

function cellKey(attorney: { _id: string }, type: { _id: string }): string {
  return `${attorney._id} ${type._id}`;
}
