import {
  createInitialPassword,
  resetLimits,
  setBlocked,
  signOut,
} from '../account/operator.service.ts';
import { onOwnerDatabase } from './owner-database.ts';
import { resetFactorsByEmail } from '../second-factor/operator.service.ts';

const verbs = [
  'block',
  'unblock',
  'sign-out',
  'reset-limits',
  'reset-factor',
  'new-password',
] as const;
const usage = `Usage: ${verbs.map((verb) => `npm run user -- ${verb} EMAIL`).join(', or: ')}`;

/**
 * `npm run user -- block|unblock|sign-out|reset-limits|reset-factor|new-password EMAIL`, with or
 * without a running server. Returns the text to print.
 */
export async function runUserCommand(args: readonly string[]): Promise<string> {
  const [first, email, ...rest] = args;
  const verb = verbs.find((each) => each === first);
  if (verb === undefined || email === undefined || rest.length > 0) throw new Error(usage);
  return onOwnerDatabase(async (db) => {
    const of = { email, now: new Date() };
    if (verb === 'reset-limits') return resetLimits(db, of);
    if (verb === 'reset-factor') return resetFactorsByEmail(db, of);
    if (verb === 'new-password') return createInitialPassword(db, of);
    return verb === 'sign-out'
      ? signOut(db, of)
      : setBlocked(db, { ...of, isBlocked: verb === 'block' });
  });
}
