import { verifyAuditLog } from '../audit/chain/verify.service.ts';
import { onOwnerDatabase } from './owner-database.ts';

/**
 * `npm run audit:verify`, with or without a running server. Returns the text to print; throws an
 * error that names the first broken line.
 */
export async function runAuditCommand(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run audit:verify');
  const { chains, broken } = await onOwnerDatabase(verifyAuditLog);
  const good = chains.map(({ firm, lines, hash }) => `${firm}: ${lines} lines, head ${hash}`);
  if (broken !== undefined)
    throw new Error([...good, `The audit log is not as it was written. ${broken}`].join('\n'));
  return [...good, 'Every line of the audit log is as it was written.'].join('\n');
}
