import type { Actor } from '../platform/core/actor.ts';
import { conflict } from '../platform/core/app-error.ts';

/** Throws `conflict` for a user who signed in without the second factor that is on. */
export function requireFactorUsed({ secondFactor: { isOn, isUsed } }: Actor): void {
  if (isOn && !isUsed) throw conflict('Sign out, and sign in with your own second factor first.');
}
