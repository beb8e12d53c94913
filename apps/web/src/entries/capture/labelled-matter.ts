import type { MatterChoice } from '../form/matter-choice.ts';
import type { CallSubject } from '../timer/call-timer.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The matter of a label's address. Offline nothing else is known of it. */
export function labelledMatter(params: URLSearchParams): MatterChoice | undefined {
  const id = params.get('call') ?? '';
  const number = (params.get('number') ?? '').trim().slice(0, 60);
  if (!uuid.test(id) || number === '') return undefined;
  return { _id: id.toLowerCase(), number, name: '', client: null };
}

/** The known data of a labelled matter, or the only known matter with the shared number. */
export function knownMatter(
  { matter, otherParty = '' }: CallSubject,
  known: readonly MatterChoice[],
): MatterChoice | null {
  if (matter) return known.find(({ _id }) => _id === matter._id) ?? matter;
  const [first, second] = known.filter(({ phones = [] }) => phones.includes(otherParty));
  return first !== undefined && second === undefined ? first : null;
}
