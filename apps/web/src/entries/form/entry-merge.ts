import {
  type Difference,
  differencesOf,
  keepTyped,
  type ThreeWay,
} from '../../platform/edit-conflict/three-way.ts';
import { formatDate } from '../../ui/lib/format.ts';
import type { Draft } from './entry-draft.ts';

type Type = { _id: string; title: string; callFees: readonly unknown[] };
type Sides = ThreeWay<Draft>;

/** Keeps typed fields; others are theirs. Hidden minutes are not sent. */
export function mergeDrafts(sides: Sides, types: readonly Type[]): Draft {
  const merged = keepTyped(sides, (value) => (typeof value === 'string' ? value : value?._id));
  return unusedFields(sides, types).includes('minutes')
    ? { ...merged, minutes: sides.theirs.minutes }
    : merged;
}

/** Names typed fields that the new type does not use. */
export function unusedSentence(sides: Sides, types: readonly Type[]): string | undefined {
  const unused = unusedFields(sides, types);
  const type = types.find(({ _id }) => _id === sides.theirs.disbursementType);
  if (unused.length === 0 || !type) return undefined;
  const price = isPriced(type) ? 'is priced by its minutes' : 'takes an amount';
  const are = unused.length > 1 || unused.includes('minutes') ? 'are' : 'is';
  const fields = unused.join(' and the ');
  return `${type.title} ${price}: the ${fields} that you typed ${are} not used.`;
}

/** What differs between the form and the saved entry, in words. */
export function differencesOfDrafts(sides: Sides, types: readonly Type[]): readonly Difference[] {
  return differencesOf(
    sides,
    ({ matter, disbursementType, date, minutes, quantity, amount, narration }) => {
      const type = types.find(({ _id }) => _id === disbursementType);
      return [
        ['Matter', matter?.number ?? ''],
        ['Disbursement type', type?.title ?? ''],
        ['Date', formatDate(date)],
        ['Minutes', minutes],
        ['Quantity', quantity],
        // Of a type with call fees the amount is what the minutes make it.
        ['Unit price (R)', !type || isPriced(type) ? '' : amount],
        ['Narration', narration],
      ];
    },
  );
}

function unusedFields({ base, yours, theirs }: Sides, types: readonly Type[]) {
  const type = types.find(({ _id }) => _id === theirs.disbursementType);
  // A type that the user chose has the fields that the user typed in.
  if (!type || yours.disbursementType !== base.disbursementType) return [];
  const hidden = isPriced(type) ? (['quantity', 'amount'] as const) : (['minutes'] as const);
  return hidden.filter((name) => yours[name] !== base[name]);
}

function isPriced(type: Type): boolean {
  return type.callFees.length > 0;
}
