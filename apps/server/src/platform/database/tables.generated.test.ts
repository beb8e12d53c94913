import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { copyDatabase } from '../../../test/database.ts';
import { tablesSource } from '../../../test/generate-tables.ts';
import { createPool } from './pool.ts';
import { packageRoot } from '../core/package-root.ts';

it('has the types of exactly the tables that the migrations make', async () => {
  const copy = await copyDatabase(inject('databaseUrl'));
  const pool = createPool(copy.url, { max: 1 });
  const made = await tablesSource(pool);
  await pool.end();
  await copy.drop();
  const stored = readFileSync(
    join(packageRoot, 'src/platform/database/tables.generated.ts'),
    'utf8',
  );
  expect(flat(stored)).toBe(flat(made));
});

/** Without what the formatter decides. */
function flat(source: string): string {
  return source.replace(/\s+/g, ' ');
}
