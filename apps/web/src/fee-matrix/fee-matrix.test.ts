import { describe, expect, it } from 'vitest';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { userStatus } from '@recoup/contract/core/access';
import { createFeeMatrix, feeMatrixFor, filterAttorneys, findUsualFees } from './fee-matrix.ts';

const types = [
  { _id: 'call', title: 'Call', calculated: true, active: true },
  { _id: 'copies', title: 'Copies', calculated: false, active: true },
  { _id: 'old', title: 'Fax', calculated: false, active: false },
];
const feesOf = (charges: number) => [{ startTime: 0, endTime: 5, additionalTime: 0, charges }];
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

type Given = Partial<Omit<RateMatrixRow, 'attorney' | 'disbursementType'>> & {
  type?: string;
  status?: RateMatrixRow['attorney']['status'];
};
function matrixRow(
  name: string,
  { type = 'call', status = 2, ...input }: Given = {},
): RateMatrixRow {
  return {
    attorney: { _id: name, name, status },
    disbursementType: { _id: type, name: type },
    validFrom: '2000-01-01',
    next: null,
    callFees: feesOf(33),
    unitPrice: null,
    ...input,
  };
}
const attorneysOf = (rows: readonly RateMatrixRow[]) => [
  ...new Map(rows.map(({ attorney }) => [attorney._id, attorney])).values(),
];
function textsOf(rows: readonly RateMatrixRow[]) {
  const { lineFor } = createFeeMatrix({ rows, types });
  return attorneysOf(rows).map((attorney) =>
    lineFor(attorney).cells.map(({ text, marks }) => plain([text, ...marks].join('; '))),
  );
}

describe('the usual call fees of a type', () => {
  const isUsual = (...charges: number[]) =>
    findUsualFees(
      charges.map((each, index) => matrixRow(`a${index}`, { callFees: feesOf(each) })),
    ).has('call');

  it('are those of at least two and of more than half of its attorneys', () => {
    expect(isUsual(33)).toBe(false);
    expect(isUsual(33, 33)).toBe(true);
    expect(isUsual(33, 33, 40)).toBe(true);
    expect(isUsual(33, 33, 40, 40)).toBe(false);
    expect(isUsual(33, 33, 40, 50)).toBe(false);
    expect(isUsual(33, 33, 33, 40, 50)).toBe(true);
  });

  it('count neither inactive attorneys, nor no fees as alike', () => {
    const inactive = { status: userStatus.inactive };
    expect(findUsualFees([matrixRow('a'), matrixRow('b', inactive)]).size).toBe(0);
    expect(
      findUsualFees([matrixRow('a', { callFees: [] }), matrixRow('b', { callFees: [] })]).size,
    ).toBe(0);
    expect(
      findUsualFees([
        matrixRow('a'),
        matrixRow('b'),
        ...['c', 'd'].map((n) => matrixRow(n, { callFees: [] })),
      ]).size,
    ).toBe(0);
  });

  it('mark what differs', () => {
    const rows = [matrixRow('a'), matrixRow('b'), matrixRow('c', { callFees: feesOf(40) })];
    expect(textsOf(rows).map(([cell]) => cell)).toEqual([
      'to 5 min R 33.00 · longer: R 33.00',
      'to 5 min R 33.00 · longer: R 33.00',
      'to 5 min R 40.00 · longer: R 40.00; differs from the usual',
    ]);
  });
});

describe('the matrix of fees', () => {
  it('has a cell for each attorney and type, those in use and those still assigned', () => {
    expect(textsOf([matrixRow('a')])).toEqual([
      ['to 5 min R 33.00 · longer: R 33.00', 'Not assigned'],
    ]);
    const unit = matrixRow('a', { type: 'copies', callFees: [], unitPrice: 2.5 });
    const fax = matrixRow('b', { type: 'old', callFees: [], validFrom: null });
    expect(textsOf([unit, fax])).toEqual([
      ['Not assigned', 'R 2.50 each', 'Not assigned'],
      ['Not assigned', 'Not assigned', 'No fees'],
    ]);
    const { columns, lineFor } = createFeeMatrix({ rows: [unit, fax], types });
    expect(columns.map(({ unitPrice }) => unitPrice)).toEqual([null, 2.5, null]);
    const line = lineFor(unit.attorney);
    expect(line.cells.map(({ isOpen }) => isOpen)).toEqual([true, true, false]);
    // A search finds the attorney again, whose row is not drawn again.
    expect(lineFor(unit.attorney)).toBe(line);
  });

  it('names a coming change', () => {
    const next = { validFrom: '2027-03-01' };
    expect(textsOf([matrixRow('a', { next }), matrixRow('b', { next, callFees: [] })])).toEqual([
      ['to 5 min R 33.00 · longer: R 33.00; changes on 1 Mar 2027', 'Not assigned'],
      ['No fees; changes on 1 Mar 2027', 'Not assigned'],
    ]);
  });

  it('shows active attorneys, others if asked, and those of a name', () => {
    const rows = [matrixRow('Ann'), matrixRow('Ben', { status: userStatus.blocked })];
    const shown = (search: string, hasInactive: boolean) =>
      filterAttorneys(attorneysOf(rows), { search, hasInactive }).map(({ name }) => name);
    expect(shown('', false)).toEqual(['Ann']);
    expect(shown('', true)).toEqual(['Ann', 'Ben']);
    expect(shown(' bEN ', true)).toEqual(['Ben']);
    expect(shown('bén', true)).toEqual(['Ben']);
    expect(shown('x', true)).toEqual([]);
  });
});

it('makes one matrix of the same answers, and another of others', () => {
  const rows = [matrixRow('a')];
  const matrix = feeMatrixFor({ rows, types });
  expect(feeMatrixFor({ rows, types })).toBe(matrix);
  const fewer = types.slice(0, 1);
  expect(feeMatrixFor({ rows, types: fewer }).columns).toHaveLength(1);
  expect(feeMatrixFor({ rows: [...rows], types })).not.toBe(matrix);
});
