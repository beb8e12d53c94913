import { toRand, toRandTotal } from '@recoup/contract/core/money';
import type { Statement, StatementLine } from '@recoup/contract/statements/endpoints';
import { mapWithPauses } from '../platform/core/pauses.ts';
import {
  type Head,
  type Line,
  type PriceTable,
  type Reading,
  type Sums,
  allSums,
  sortedRates,
  sortedSubtotals,
  totalCents,
} from './statement.ts';

/** The statement as JSON has it. */
export async function statementJson(head: Head, reading: Reading): Promise<Statement> {
  const lines: Line[] = [];
  for await (const batch of reading.lines) lines.push(...batch);
  const { tally } = reading;
  const shown = await mapWithPauses(lines, (line) => ({ line, json: lineJson(line, head) }));
  const { name, vatNumber } = head.firm;
  const section = (isAgent: boolean, sums: Sums) => ({
    lines: shown.filter(({ line }) => line.isAgent === isAgent).map(({ json }) => json),
    count: sums.count,
    ...sumsJson(sums, head),
  });
  const priceTables = await reading.priceTables();
  return {
    firm: { name, ...(vatNumber !== null && { vatNumber }) },
    matter: head.matter,
    for: head.for,
    from: head.from,
    to: head.to,
    day: head.day,
    costs: section(false, tally.costs),
    agent: section(true, tally.agent),
    subtotals: sortedSubtotals(tally).map((sums) => {
      const { disbursementType, isAgent, count, minutes } = sums;
      return { disbursementType, isAgent, count, minutes, ...sumsJson(sums, head) };
    }),
    ...(head.hasVat && {
      vatRates: sortedRates(tally).map((sums) => ({
        treatment: sums.treatment,
        percent: sums.basisPoints / 100,
        ...vatJson(sums),
      })),
    }),
    ...sumsJson(allSums(tally), head),
    priceTables: priceTables.map(priceTableJson),
  };
}

function priceTableJson({ rows, disbursementType, ...table }: PriceTable) {
  const { _id } = disbursementType;
  const callFees = rows.map((row) => ({ disbursementType: _id, ...row }));
  return { ...table, disbursementType, callFees };
}

function lineJson(line: Line, head: Head): StatementLine {
  const { id, vat, amountCents, reverses, isAgent: _, scheduleId: __, ...more } = line;
  const { correction, reason, ...rest } = more;
  return {
    _id: id,
    ...rest,
    amount: toRand(amountCents),
    ...(vat !== null && {
      vat: {
        treatment: vat.treatment,
        percent: vat.basisPoints / 100,
        net: toRand(vat.netCents),
        vat: toRand(vat.vatCents),
        gross: toRand(vat.grossCents),
      },
    }),
    ...(reverses !== null && { reverses }),
    ...(correction !== null && reason !== null && { correction, reason }),
    ...(head.for === 'taxation' && { taxedOff: null }),
  };
}

function sumsJson(sums: Sums, { hasVat }: Head) {
  return { total: toRandTotal(totalCents(sums)), ...(hasVat && { vat: vatJson(sums) }) };
}

function vatJson(sums: Sums) {
  return {
    net: toRandTotal(sums.netCents),
    vat: toRandTotal(sums.vatCents),
    gross: toRandTotal(totalCents(sums)),
  };
}
