import type { FirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { isLockTimeout, lockImports } from './imports.repository.ts';

/** Throws `conflict` when another import of the firm takes longer than the lock timeout. */
export async function lockImportsSoon(trx: Trx, firm: FirmScope): Promise<void> {
  try {
    await lockImports(trx, firm);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw conflict('Your firm is importing another file of matters. Try again when it is done.');
  }
}

export function conflict(message: string): AppError {
  return new AppError('conflict', { message });
}
