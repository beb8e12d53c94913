import { formatRand, toCents, toRand } from '@recoup/contract/core/money';
import { maxNamedFields } from '@recoup/contract/core/errors';
import type { NewSupplierAccount } from '@recoup/contract/suppliers/account-endpoints';
import { splitCents } from '@recoup/contract/suppliers/split';
import type { AccountEntry } from '../entries/account-entries.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Trx } from '../platform/database/connections.ts';
import {
  type LineMatter,
  type LineType,
  listLineAttorneys,
  listLineMatters,
  listLineTypes,
} from './accounts.repository.ts';

type NewLine = NewSupplierAccount['lines'][number];
type Named = { id: string; name: string };

/** A line with the names of what it is on. */
export type PlannedLine = AccountEntry & { matter: LineMatter; type: Named; attorney: Named };

/**
 * The lines of a new account. Throws `invalid_input` with everything that is wrong with them, and
 * `account_sum` for lines that do not add up to the total.
 */
export async function planLines(
  trx: Trx,
  firm: FirmScope,
  account: NewSupplierAccount,
): Promise<PlannedLine[]> {
  const known = await readKnown(trx, firm, account.lines);
  const amounts = lineAmounts(account);
  const faults: Fault[] = [];
  const planned = account.lines.flatMap((line, at) => {
    const found = planLine(line, { known, amountCents: amounts[at] ?? 0 });
    if (!Array.isArray(found)) return [found];
    faults.push(...found.map((fault) => ({ ...fault, at })));
    return [];
  });
  if (faults.length > 0) throw invalidLines(faults);
  assertSum(account, amounts);
  return planned;
}

type Known = {
  matters: ReadonlyMap<string, LineMatter>;
  types: ReadonlyMap<string, LineType>;
  attorneys: ReadonlyMap<string, Named>;
};

async function readKnown(trx: Trx, firm: FirmScope, lines: readonly NewLine[]): Promise<Known> {
  const distinct = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => typeof id === 'string')),
  ];
  const matters = await listLineMatters(trx, firm, distinct(lines.map(({ matter }) => matter)));
  const typeIds = distinct(lines.map(({ disbursementType }) => disbursementType));
  const named = [
    ...lines.map(({ attorney }) => attorney),
    ...matters.map(({ attorneyId }) => attorneyId),
  ];
  return {
    matters: byId(matters),
    types: byId(await listLineTypes(trx, firm, typeIds)),
    attorneys: byId(await listLineAttorneys(trx, firm, distinct(named))),
  };
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

function lineAmounts({ lines, split, total }: NewSupplierAccount): number[] {
  if (split === undefined) return lines.map(({ amount }) => toCents(amount ?? 0));
  const weights = lines.map(({ weight }) => (split === 'equal' ? 1 : (weight ?? 1)));
  return splitCents(toCents(total), weights);
}

type LineFault = { field: keyof NewLine; message: string };
type Fault = LineFault & { at: number };

function planLine(
  line: NewLine,
  { known, amountCents }: { known: Known; amountCents: number },
): PlannedLine | LineFault[] {
  const matter = known.matters.get(line.matter);
  const type = known.types.get(line.disbursementType);
  const attorney = known.attorneys.get(line.attorney ?? matter?.attorneyId ?? '');
  const faults = [
    ...matterFaults(matter),
    ...typeFaults(type),
    ...attorneyFaults(line, { matter, attorney }),
    ...(amountCents === 0
      ? [{ field: 'weight' as const, message: 'Its share of the total is R 0.00.' }]
      : []),
  ];
  if (faults.length > 0 || !matter || !type || !attorney) return faults;
  return {
    matterId: matter.id,
    disbursementTypeId: type.id,
    treatment: type.vat,
    attorneyId: attorney.id,
    amountCents,
    narration: line.narration || null,
    happenedOn: line.happenedOn ?? null,
    pages: line.pages || null,
    matter,
    type,
    attorney,
  };
}

function matterFaults(matter: LineMatter | undefined): LineFault[] {
  if (matter === undefined) return [{ field: 'matter', message: 'There is no such matter.' }];
  if (matter.status !== 'Closed') return [];
  return [{ field: 'matter', message: `Matter ${matter.number} is closed.` }];
}

function typeFaults(type: LineType | undefined): LineFault[] {
  const fault = (message: string): LineFault[] => [{ field: 'disbursementType', message }];
  if (type === undefined) return fault('There is no such disbursement type.');
  if (!type.isActive) return fault(`“${type.name}” is no longer in use. Choose another type.`);
  if (!type.hasCallFees) return [];
  return fault(`“${type.name}” has call fees, which set its price. Choose another type.`);
}

function attorneyFaults(
  line: NewLine,
  { matter, attorney }: { matter: LineMatter | undefined; attorney: Named | undefined },
): LineFault[] {
  if (attorney !== undefined) return [];
  if (line.attorney !== undefined)
    return [{ field: 'attorney', message: 'There is no such attorney.' }];
  if (matter === undefined) return [];
  const message = `Matter ${matter.number} has no attorney. Choose one.`;
  return [{ field: 'attorney', message }];
}

function invalidLines(faults: readonly Fault[]): AppError {
  const named = faults.slice(0, maxNamedFields);
  const fields = named.map(({ at, field, message }) => [`lines.${at}.${field}`, message]);
  const [first] = faults;
  const others = new Set(faults.map(({ at }) => at)).size - 1;
  const many = others > 1 ? ` ${others} more lines are not valid.` : '';
  const more = others === 1 ? ' Another line is not valid.' : many;
  return new AppError('invalid_input', {
    message: `Line ${(first?.at ?? 0) + 1}: ${first?.message}${more} Nothing was recorded.`,
    fields: Object.fromEntries(fields),
  });
}

function assertSum({ total }: NewSupplierAccount, amounts: readonly number[]): void {
  const sum = amounts.reduce((all, cents) => all + cents, 0);
  const difference = toCents(total) - sum;
  if (difference === 0) return;
  const size = formatRand(Math.abs(difference));
  const than = difference > 0 ? `${size} less than` : `${size} more than`;
  throw new AppError('account_sum', {
    message: `The lines add up to ${formatRand(sum)}, ${than} the total. Nothing was recorded.`,
    difference: toRand(difference),
  });
}
