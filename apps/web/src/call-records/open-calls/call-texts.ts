import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import type { CallProposal } from '@recoup/contract/call-records/rules';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { isUnanswered } from '../../platform/api/api-error.ts';
import { countOf, formatMinutes } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';

type Priced = Pick<CallRecord, 'price'>;

function partyText({ otherParty }: Pick<CallRecord, 'otherParty'>): string {
  return otherParty === null ? 'hidden number' : formatPhone(otherParty);
}

/** 'To 082 555 0101', 'From a hidden number'. */
export function directionText(call: Pick<CallRecord, 'direction' | 'otherParty'>): string {
  const way = call.direction === 'out' ? 'To' : 'From';
  return call.otherParty === null ? `${way} a hidden number` : `${way} ${partyText(call)}`;
}

export function callLengthText({ seconds }: Pick<CallRecord, 'seconds'>): string {
  return formatMinutes(minutesFromSeconds(seconds));
}

export function priceText({ price }: Priced): string {
  return price === null ? 'No\u00A0price' : formatRand(toCents(price));
}

/** Names a call among others: 'call of 3 Nov 2026, 14:05, 082 555 0101'. */
export function callName(call: CallRecord): string {
  return `call of ${formatMoment(call.startedAt)}, ${partyText(call)}`;
}

const proposals: Readonly<Record<CallProposal, string>> = {
  code: 'by account code',
  number: 'by number',
  choice: 'chosen last',
};

/** Why the matter is proposed. */
export function proposalText({ proposal }: Pick<CallRecord, 'proposal'>): string {
  return proposal === null ? '' : proposals[proposal];
}

/** 'R 340.00' of those calls that have a price. */
export function callsText(count: number): string {
  return countOf(count, 'call', 'calls');
}

/** 'Call recorded on NP0001, R 33.00.' */
export function recordedText({ price }: Priced, number: string): string {
  const amount = price === null ? '' : `, ${formatRand(toCents(price))}`;
  return `Call recorded on ${number}${amount}.`;
}

export function privateText(call: Pick<CallRecord, 'otherParty'>): string {
  return call.otherParty === null
    ? 'The call is private and no longer listed.'
    : `Calls with ${partyText(call)} are private. Your firm no longer sees the number.`;
}

export function mergedText(call: Pick<CallRecord, 'startedAt'>): string {
  return `The call of ${formatMoment(call.startedAt)} was merged with its entry.`;
}

/** Without a network entries can be recorded, but these lists are the server's. */
export function notLoadedText(what: string, error: Error): string {
  return isUnanswered(error) ? `${what} need the network.` : `${what} could not be loaded.`;
}
