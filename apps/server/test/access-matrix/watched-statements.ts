import { subscribe } from 'node:diagnostics_channel';
import { loadModule, parseSync } from 'libpg-query';
import { type SentStatement, statementChannel } from '../../src/platform/database/pg-driver.ts';
import { tablesWithoutFirm } from '../firm-conditions/firm-conditions.ts';
import { listFirmTables } from '../firm-conditions/firm-tables.ts';

/** Names the firm's tables that statements of the product reach without their firm. */
export async function watchStatements(databaseUrl: string) {
  await loadModule();
  const firmTables = new Set(await listFirmTables(databaseUrl));
  const accepted = new Set<string>();
  const sent = new Set<string>();
  subscribe(statementChannel, (message) => {
    const { sql } = message as SentStatement; // the driver publishes no other
    if (!accepted.has(sql)) sent.add(sql);
  });
  return {
    /** Statements so far are the product's own: some of them cross firms. */
    acceptSent(): void {
      for (const sql of sent) accepted.add(sql);
      sent.clear();
    },
    /** The first fault of the statements since. */
    takeFault(): string | undefined {
      const statements = [...sent];
      sent.clear();
      for (const sql of statements) {
        const tables = tablesWithoutFirm(parseSync(sql), { firmTables, isOfOneFirm: true });
        if (tables.length > 0) return `no firm for ${tables.join(', ')} in: ${sql}`;
      }
      return undefined;
    },
  };
}
