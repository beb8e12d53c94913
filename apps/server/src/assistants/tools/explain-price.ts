import { type FeeRow, feeRow } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import { callFeesOn } from '@recoup/contract/call-fees/schedules';
import { id, isoDate, minutes } from '@recoup/contract/core/fields';
import { toCents, toRand } from '@recoup/contract/core/money';
import { callTitle } from '@recoup/contract/disbursements/call-title';
import { unitCentsOn } from '@recoup/contract/disbursements/price-of-day';
import { entryEndpoints, newEntry, type PricedEntry } from '@recoup/contract/entries/endpoints';
import { priceSentence, bandName } from '@recoup/contract/entries/rules';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { z } from 'zod';
import { southAfricanDay } from '../../platform/core/clock.ts';
import {
  attorneyField,
  findAttorneyId,
  findTypeId,
  typeField,
  defineTool,
  type ToolContext,
  ToolError,
} from './tool.ts';

/** `times` × `each` = `amount` in Rand; the amounts of all steps add up to the price. */
const priceStep = z.object({
  what: z.string(),
  times: z.int(),
  each: z.number(),
  amount: z.number(),
});
type PriceStep = z.infer<typeof priceStep>;

/** How call fees price a call of whole minutes, row by row. */
export function feeSteps(callFees: readonly FeeRow[], length: number): PriceStep[] {
  const explained = explainPrice(callFees.map(toCallFeeBand), length);
  const step = (index: number, times: number): PriceStep[] => {
    const row = callFees[index];
    return row === undefined ? [] : [toPriceStep(bandName(row), times, toCents(row.charges))];
  };
  const first = step(explained.row, 1);
  return explained.kind === 'thereafter'
    ? [...first, ...step(explained.thereafterRow, explained.intervals)]
    : first;
}

/** `cents` for each. */
export function toPriceStep(what: string, times: number, cents: number): PriceStep {
  return { what, times, each: toRand(cents), amount: toRand(times * cents) };
}

const named = z.object({ _id: z.string(), name: z.string() });
const output = z.object({
  entry: z.string().nullable().describe('The explained entry.'),
  attorney: named,
  disbursementType: named,
  day: z.string(),
  minutes: z.int().nullable(),
  quantity: z.int().nullable(),
  amount: z.number().nullable().describe('Rand; null where nothing sets a price.'),
  why: z.string(),
  steps: z.array(priceStep).describe('They add up to the amount; none for a typed amount.'),
  callFees: z.array(feeRow).describe('All rows of that day; charges in Rand, times in minutes.'),
});
type Explained = z.infer<typeof output>;

export const explainPriceTool = defineTool({
  name: 'explain_price',
  title: 'Explain a price',
  description:
    'Why an entry costs what it costs, or what a call would cost: the rows of the call fees, ' +
    'and each step to the cent. Give the _id of an entry; or an attorney and the minutes, ' +
    'or the quantity of a type with a unit price.',
  needs: ['entries:read', 'users:read', 'users:list', 'disbursements:read'],
  isWrite: false,
  input: z.strictObject({
    entry: id.optional().describe('The _id of an entry; all else is ignored then.'),
    attorney: attorneyField.optional(),
    disbursementType: typeField.default(callTitle),
    minutes: minutes.optional(),
    quantity: newEntry.shape.quantity,
    day: isoDate.optional().describe('YYYY-MM-DD; without it today.'),
  }),
  output,
  run: async ({ entry, attorney, disbursementType, ...call }, context) => {
    if (entry !== undefined) return explainEntry(context, entry);
    if (attorney === undefined)
      throw new ToolError('Give the _id of an entry, or an attorney with minutes or a quantity.');
    const day = call.day ?? southAfricanDay(context.now);
    return explainPlan(context, { ...call, day, attorney, type: disbursementType });
  },
});

async function explainEntry({ call }: ToolContext, entryId: string): Promise<Explained> {
  const { data } = await call(entryEndpoints.getEntry, { params: { id: entryId } });
  const { attorney, disbursementType, date: day, quantity, amount, price } = data;
  return {
    entry: data._id,
    attorney,
    disbursementType,
    day,
    minutes: data.minutes,
    quantity,
    amount,
    why: price.why,
    steps: entryPriceSteps(data),
    callFees: price.callFees.map((row) => feeRow.parse(row)),
  };
}

function entryPriceSteps({
  price,
  minutes: length,
  quantity,
  amount,
}: PricedEntry): Explained['steps'] {
  if (price.callFees.length > 0 && length !== null) return feeSteps(price.callFees, length);
  if (price.kind !== 'unit') return [];
  const times = quantity ?? 1;
  return [toPriceStep('Unit price', times, toCents(amount) / times)];
}

type Plan = {
  attorney: string;
  type: string;
  day: string;
  minutes?: number | undefined;
  quantity?: number | undefined;
};

/** Explains the price that an entry of that day would have. */
async function explainPlan({ call }: ToolContext, plan: Plan): Promise<Explained> {
  const attorneyId = await findAttorneyId(call, plan.attorney);
  const typeId = await findTypeId(call, plan.type);
  const { data: user } = await call(userEndpoints.getUser, { params: { id: attorneyId } });
  const type = user.disbursementTypes.find(({ _id }) => _id === typeId);
  if (!type) throw new ToolError('This disbursement type is not assigned to the attorney.');
  const callFees = callFeesOn(user.callFeeSchedules, { disbursementType: typeId, day: plan.day });
  return {
    entry: null,
    attorney: { _id: user._id, name: user.name },
    disbursementType: { _id: typeId, name: type.title },
    day: plan.day,
    minutes: plan.minutes ?? null,
    quantity: plan.quantity ?? null,
    ...(callFees.length > 0 ? priceByFees(callFees, plan) : priceByUnit(type, plan)),
    callFees,
  };
}

type Price = Pick<Explained, 'amount' | 'why' | 'steps'>;

function priceByFees(callFees: readonly FeeRow[], { minutes: length }: Plan): Price {
  if (length === undefined) throw new ToolError('Give the minutes; they set the price.');
  const explained = explainPrice(callFees.map(toCallFeeBand), length);
  const steps = feeSteps(callFees, length);
  return { amount: toRand(explained.cents), why: priceSentence(explained), steps };
}

function priceByUnit(
  { unitPrices }: User['disbursementTypes'][number],
  { day, quantity = 1 }: Plan,
): Price {
  const cents = unitCentsOn(unitPrices, day);
  if (cents === null)
    return { amount: null, why: 'No call fees and no unit price: the amount is typed.', steps: [] };
  const step = toPriceStep('Unit price', quantity, cents);
  return { amount: step.amount, why: 'The unit price of that day.', steps: [step] };
}
