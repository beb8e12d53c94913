import { type CallFeeBand, type PriceExplanation, thereafterTime } from '../call-fees/rules.ts';
import { formatRand } from '../core/money.ts';

/** The price explained: 'R 66.00: 7 min is over 5 and up to 10 min.' */
export function priceSentence(explanation: PriceExplanation, minutes: number): string {
  const price = formatRand(explanation.cents);
  const length = `${minutes}\u00A0min`;
  const addsNothing = explanation.kind === 'thereafter' && explanation.intervalCents === 0;
  if (explanation.kind === 'cap' || addsNothing)
    return (
      `${price}: ${length} is over ${explanation.endTime}\u00A0min, ` +
      'after which the price stays the same.'
    );
  if (explanation.kind === 'thereafter') {
    const { baseCents, intervals, intervalMinutes, intervalCents, endTime } = explanation;
    const times = `${intervals} × ${formatRand(intervalCents)}`;
    const base = `${formatRand(baseCents)} for the first ${endTime}\u00A0min`;
    return `${price}: ${base}, and ${times} for each ${intervalMinutes}\u00A0min begun thereafter.`;
  }
  const { startTime, endTime } = explanation;
  const start = startTime === 0 ? '' : `over ${startTime} and `;
  return `${price}: ${length} is ${start}up to ${endTime}\u00A0min.`;
}

/** The name of a fee row: 'over 5 up to 10 min', 'thereafter, each 5 min begun'. */
export function bandName(
  band: Pick<CallFeeBand, 'startTime' | 'endTime' | 'additionalTime'>,
): string {
  if (band.startTime === thereafterTime) {
    return band.additionalTime === 0
      ? 'thereafter'
      : `thereafter, each ${band.additionalTime}\u00A0min begun`;
  }
  return band.startTime === 0
    ? `up to ${band.endTime}\u00A0min`
    : `over ${band.startTime} up to ${band.endTime}\u00A0min`;
}
