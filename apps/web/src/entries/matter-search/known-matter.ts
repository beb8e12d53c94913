import type { MatterChoice } from '../form/matter-choice.ts';
import type { CallSubject } from '../timer/call-timer.ts';
import { useMatterChoices } from './use-matter-choices.ts';

/**
 * The matter of a call with all that is known of it by now, or the only known matter with the
 * number of the call. Recent matters are known offline too.
 */
export function useKnownMatter(subject: CallSubject): MatterChoice | null {
  const { choices } = useMatterChoices(subject.matter?.number ?? subject.otherParty ?? '');
  return knownMatter(subject, choices);
}

export function knownMatter(
  { matter, otherParty = '' }: CallSubject,
  known: readonly MatterChoice[],
): MatterChoice | null {
  if (matter) return known.find(({ _id }) => _id === matter._id) ?? matter;
  const [first, second] = known.filter(({ phones = [] }) => phones.includes(otherParty));
  return first !== undefined && second === undefined ? first : null;
}
