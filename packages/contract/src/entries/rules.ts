import { beginningOfTime } from '../call-fees/validity.ts';
import { type CallFeeBand, type PriceExplanation, thereafterTime } from '../call-fees/rules.ts';
import { formatRand } from '../core/money.ts';

/** The price explained: 'R 66.00: over 5, up to 10 min.' */
export function priceSentence(explanation: PriceExplanation): string {
  const price = formatRand(explanation.cents);
  const addsNothing = explanation.kind === 'thereafter' && explanation.intervalCents === 0;
  if (explanation.kind === 'cap' || addsNothing)
    return `${price}: capped after ${explanation.endTime}\u00A0min.`;
  if (explanation.kind === 'thereafter') {
    const { baseCents, intervals, intervalMinutes, intervalCents, endTime } = explanation;
    const times = `${intervals} × ${formatRand(intervalCents)}`;
    const base = `${formatRand(baseCents)} for the first ${endTime}\u00A0min`;
    return `${price}: ${base}, and ${times} per ${intervalMinutes}\u00A0min or part thereof.`;
  }
  const { startTime, endTime } = explanation;
  const start = startTime === 0 ? '' : `over ${startTime}, `;
  return `${price}: ${start}up to ${endTime}\u00A0min.`;
}

/** 'R 10.00: 4 × R 2.50 (unit price since 1 March 2026).' */
export function unitPriceSentence(of: {
  unitCents: number;
  quantity: number;
  validFrom: string;
}): string {
  const { unitCents, quantity, validFrom } = of;
  const sum = `${quantity} × ${formatRand(unitCents)}`;
  const since =
    validFrom === beginningOfTime ? 'unit price' : `unit price since ${longDay(validFrom)}`;
  return `${formatRand(unitCents * quantity)}: ${sum} (${since}).`;
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `1 March 2026`. */
export function longDay(isoDate: string): string {
  const [year, month, day] = isoDate.split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** `1 Mar 2026`, for lines of files and statements. */
export function shortDay(isoDate: string): string {
  const [day = '', month = '', year = ''] = longDay(isoDate).split(' ');
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** The name of a fee row: 'over 5, up to 10 min', 'thereafter, per 5 min or part thereof'. */
export function bandName(
  band: Pick<CallFeeBand, 'startTime' | 'endTime' | 'additionalTime'>,
): string {
  if (band.startTime === thereafterTime) {
    return band.additionalTime === 0
      ? 'thereafter'
      : `thereafter, per ${band.additionalTime}\u00A0min or part thereof`;
  }
  return band.startTime === 0
    ? `up to ${band.endTime}\u00A0min`
    : `over ${band.startTime}, up to ${band.endTime}\u00A0min`;
}
