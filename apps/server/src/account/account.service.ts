import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { isPassword } from '../platform/password.ts';
import { findCredentials } from './account.repository.ts';
import { openSession } from './sessions.ts';

/** The token of a new session. Unknown, blocked, inactive and wrong answer alike and cost alike: `wrong_credentials`. */
export async function logon(db: Db, credentials: { email: string; password: string; now: Date }): Promise<string> {
  const found = await findCredentials(db, credentials.email);
  const known = found?.isActive === true ? found : undefined;
  const isRight = await isPassword(credentials.password, known?.passwordHash);
  if (known === undefined || !isRight) throw new AppError('wrong_credentials');
  return openSession(db, { userId: known.userId, kind: known.mustChangePassword ? 'restricted' : 'full', now: credentials.now });
}
