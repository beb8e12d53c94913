import { countOf } from '../../ui/lib/format.ts';

/** Message after the user ends own sessions; `ended` counts them. */
export function endedText(ended: number): string {
  return ended === 0
    ? 'There was no other sign-in.'
    : `Signed out of ${countOf(ended, 'sign-in', 'sign-ins')}.`;
}

/** Message after an administrator ends the sessions of another user. */
export function signedOutText(name: string, ended: number): string {
  return ended === 0
    ? `${name} was not signed in anywhere.`
    : `${name} is signed out everywhere (${countOf(ended, 'sign-in', 'sign-ins')}).`;
}
