import { createBackup } from '../src/backup/backup.ts';
import { seedDemo } from '../src/seeds/demo.ts';
import { useApp } from './app.ts';
import { useBackup } from './backup-files.ts';

/** The backup of the demo, and what a changed copy of it is answered. */
export function useBackupOfDemo() {
  const test = useApp();
  return useBackup(async (file) => {
    await test.db
      .transaction()
      .execute(async (trx) => seedDemo(trx, new Date('2026-03-18T08:00:00Z')));
    for (const action of ['one', 'two', 'three']) await test.insertRows('auditLog', { action });
    await createBackup(test.databaseUrl, { file, now: test.clock.now() });
  });
}
