import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Migrations and the built page lie beside the sources and the compiled files. */
export const packageRoot = dirname(
  createRequire(import.meta.url).resolve('@recoup/server/package.json'),
);
