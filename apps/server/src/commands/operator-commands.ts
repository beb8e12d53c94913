import {
  createInitialPassword,
  resetLimits,
  setBlocked,
  signOut,
} from '../account/operator.service.ts';
import { resetFactorsByEmail } from '../second-factor/reset-factors.ts';
import { allowPassword } from '../sign-on/allow-password.service.ts';
import { verifyAuditLog } from '../audit/chain/verify.service.ts';
import { readConfig } from '../startup/config.ts';
import { onOwnerDatabase } from './owner-database.ts';

const verbs = [
  'block',
  'unblock',
  'sign-out',
  'reset-limits',
  'reset-factor',
  'new-password',
  'allow-password',
] as const;
const usage = `Usage: ${verbs.map((verb) => `npm run user -- ${verb} EMAIL`).join(', or: ')}`;

/**
 * `npm run user -- VERB EMAIL`, with or without a running server. Returns the text to print.
 */
export async function runUserCommand(args: readonly string[]): Promise<string> {
  const [first, email, ...rest] = args;
  const verb = verbs.find((each) => each === first);
  if (verb === undefined || email === undefined || rest.length > 0) throw new Error(usage);
  return onOwnerDatabase(readConfig(), async (db) => {
    const of = { email, now: new Date() };
    if (verb === 'reset-limits') return resetLimits(db, of);
    if (verb === 'reset-factor') return resetFactorsByEmail(db, of);
    if (verb === 'allow-password') return allowPassword(db, of);
    if (verb === 'new-password') return createInitialPassword(db, of);
    return verb === 'sign-out'
      ? signOut(db, of)
      : setBlocked(db, { ...of, isBlocked: verb === 'block' });
  });
}

/**
 * `npm run audit:verify`, with or without a running server. Returns the text to print; throws an
 * error that names the first broken line.
 */
export async function runAuditCommand(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run audit:verify');
  const { chains, broken } = await onOwnerDatabase(readConfig(), verifyAuditLog);
  const good = chains.map(({ firm, lines, hash }) => `${firm}: ${lines} lines, head ${hash}`);
  if (broken !== undefined)
    throw new Error([...good, `The audit log is not as it was written. ${broken}`].join('\n'));
  return [...good, 'Every line of the audit log is as it was written.'].join('\n');
}
