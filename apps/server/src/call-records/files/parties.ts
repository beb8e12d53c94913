import { toE164 } from '@recoup/contract/core/phone-numbers';
import type { OwnNumbers } from './call-leg.ts';

const shortNumber = /^[*#]?\d{2,6}$/;
const localNumber = /^0[1-9]\d{8}$/;

/** Characters of a number or code; a call with a longer one is refused. */
export const maxPartyLength = 300;

/**
 * A party as a telephone system writes it: `Ext.10013`, `"Thabo" <102>`, `sip:102@pbx`,
 * `9 082 555 0101`. Extensions and emails stay in lower case, numbers become E.164 (D2 B11, rule
 * 4). Null for a hidden number. A text that is too long stays as it is: to take it apart would hold
 * the process for seconds.
 */
export function readParty(written: string, outsidePrefix: string): string | null {
  // Nearly all are written so, and a prefix changes none of these.
  if (shortNumber.test(written)) return written;
  if (localNumber.test(written)) return `+27${written.slice(1)}`;
  if (written.length > maxPartyLength) return written;
  const address = /<([^>]+)>/.exec(written)?.[1] ?? written;
  const text = address
    .trim()
    // As a script writes a number that it has read as one.
    .replace(/^(\+?\d+)\.0+$/, '$1')
    .replace(/^(?:sips?|tel):/i, '')
    .replace(/^Ext\./i, '')
    .replace(/@\S+$/, (host, _, whole: string) => (isEmail(whole) ? host : ''))
    .trim()
    .toLowerCase();
  if (outsidePrefix !== '' && text.startsWith(outsidePrefix)) {
    const outside = toE164(text.slice(outsidePrefix.length));
    if (outside !== undefined) return outside;
  }
  const number = toE164(text);
  if (number !== undefined) return number;
  const digits = text.replace(/[\s\-.()]/g, '');
  if (shortNumber.test(digits)) return digits;
  return text.includes('@') ? text : null;
}

/** Values that systems write for a hidden number, and words that such values begin with. */
const hidden = /^(?:-+|0|n\/?a|null|\\n|s)?$/i;
const hiddenWords =
  /^(?:anonym|unknown|private|restrict|unavail|withh|hidden|block|no (?:call|num))/i;

/**
 * The text of a party that is neither a number nor a hidden one: what a spreadsheet made of a
 * number, `8.26E+08`, or a name.
 */
function unreadParty(written: string, party: string | null): string | undefined {
  if (party !== null) return undefined;
  const text = (/<([^>]*)>/.exec(written)?.[1] ?? written).trim();
  const isHidden = hidden.test(text) || hiddenWords.test(text) || /\d\*+$/.test(text);
  return isHidden ? undefined : text.slice(0, 40);
}

/** And not the number of a telephone at a server, as in `102@pbx.nkosi.co.za`. */
function isEmail(text: string): boolean {
  return /@\S+\.[a-z]{2,}$/i.test(text) && !/^[+*#\d\s().-]+@/.test(text);
}

/** Whether the party is inside: an extension, or a number or email that the firm has named. */
export function isInside(party: string | null, own: OwnNumbers): party is string {
  if (party === null) return false;
  return shortNumber.test(party) || own.isOwn(party);
}

/** The extension of an Asterisk channel, `PJSIP/102-0000001f`; null for a trunk. */
export function channelExtension(channel: string): string | null {
  return /^(?:PJSIP|SIP|IAX2|DAHDI|SCCP|Local)\/(\d{2,6})(?:[-@]|$)/i.exec(channel)?.[1] ?? null;
}

type OtherParty = { otherParty: string | null; unread?: string | undefined };
type Parties =
  | (OtherParty & { direction: 'in' | 'out'; ownParty: string })
  | 'internal'
  | 'unknown';

/**
 * Finds the party in the firm; unknown if neither is. `fromInside` and `toInside` come from other
 * columns, such as the extension of a channel. An outgoing call may show the firm's main number as
 * its caller.
 */
export function findParties(
  call: { from: string; to: string; fromInside?: string | null; toInside?: string | null },
  own: OwnNumbers,
): Parties {
  const from = readParty(call.from, '');
  const to = readParty(call.to, own.outsidePrefix);
  const insideFrom = call.fromInside ?? (isInside(from, own) ? from : null);
  const insideTo = isInside(to, own) ? to : (call.toInside ?? null);
  if (insideFrom !== null && insideTo !== null) return 'internal';
  if (insideFrom !== null)
    return { direction: 'out', ownParty: insideFrom, ...toOtherParty(call.to, to) };
  if (insideTo !== null)
    return {
      direction: 'in',
      ownParty: call.toInside ?? insideTo,
      ...toOtherParty(call.from, from),
    };
  return 'unknown';
}

/** Says what stands there instead of a number that is not hidden. */
export function toOtherParty(written: string, otherParty: string | null): OtherParty {
  const unread = unreadParty(written, otherParty);
  return unread === undefined ? { otherParty } : { otherParty, unread };
}
