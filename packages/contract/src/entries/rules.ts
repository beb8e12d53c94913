import { type CallFeeBand, type PriceExplanation, thereafterTime } from '../call-fees/rules.ts';
import { formatRand } from '../core/money.ts';

/** Why a call of so many minutes costs that, in one sentence: 'R 66.00: 7 min are over 5 and up to 10 min.' */
export function priceSentence(explanation: PriceExplanation, minutes: number): string {
  const price = formatRand(explanation.cents);
  const length = `${minutes}\u00A0min`;
  const addsNothing = explanation.kind === 'thereafter' && explanation.intervalCents === 0;
  if (explanation.kind === 'cap' || addsNothing)
    return `${price}: ${length} is over ${explanation.endTime}\u00A0min, after which the price stays the same.`;
  if (explanation.kind === 'thereafter') {
    const { baseCents, intervals, intervalMinutes, intervalCents, endTime } = explanation;
    const times = `${intervals} × ${formatRand(intervalCents)} for each ${intervalMinutes}\u00A0min begun thereafter`;
    return `${price}: ${formatRand(baseCents)} for the first ${endTime}\u00A0min, and ${times}.`;
  }
  const { startTime, endTime } = explanation;
  return `${price}: ${length} is ${startTime === 0 ? '' : `over ${startTime} and `}up to ${endTime}\u00A0min.`;
}

/** What a fee row says, in words: 'over 5 up to 10 min', 'thereafter, each 5 min'. */
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
