import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this package, the same from the sources and from the compiled files: migrations and the built page lie beside it. */
export const packageRoot = dirname(
  createRequire(import.meta.url).resolve('@recoup/server/package.json'),
);
