import {
  createInitialPassword,
  resetLimits,
  setBlocked,
  signOut,
} from '../account/operator.service.ts';
import { connectOrStart } from '../embedded-postgres/connect-or-start.ts';
import { connect } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import { readConfig } from '../startup/config.ts';

const verbs = ['block', 'unblock', 'sign-out', 'reset-limits', 'new-password'] as const;
const usage = `Usage: ${verbs.map((verb) => `npm run user -- ${verb} EMAIL`).join(', or: ')}`;

/**
 * `npm run user -- block|unblock|sign-out|reset-limits|new-password EMAIL`, with or without a
 * running server. Returns the text to print.
 */
export async function runUserCommand(args: readonly string[]): Promise<string> {
  const [first, email, ...rest] = args;
  const verb = verbs.find((each) => each === first);
  if (verb === undefined || email === undefined || rest.length > 0) throw new Error(usage);
  const { databaseUrl, dataDir } = readConfig();
  const embedded = databaseUrl === undefined ? await connectOrStart(dataDir) : undefined;
  const db = connect(createPool(embedded?.url ?? databaseUrl ?? '', { max: 1 }));
  try {
    const of = { email, now: new Date() };
    if (verb === 'reset-limits') return await resetLimits(db, of);
    if (verb === 'new-password') return await createInitialPassword(db, of);
    return verb === 'sign-out'
      ? await signOut(db, of)
      : await setBlocked(db, { ...of, isBlocked: verb === 'block' });
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
