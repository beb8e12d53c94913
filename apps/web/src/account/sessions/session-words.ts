import { countOf } from '../../ui/lib/format.ts';

/** What ending sessions has brought. */
export function endedText(ended: number): string {
  return ended === 0
    ? 'There was no other sign-in.'
    : `Signed out of ${countOf(ended, 'sign-in', 'sign-ins')}.`;
}

/** What ending the sessions of another user has brought. */
export function signedOutText(name: string, ended: number): string {
  return ended === 0
    ? `${name} was not signed in anywhere.`
    : `${name} is signed out everywhere (${countOf(ended, 'sign-in', 'sign-ins')}).`;
}
