import { fileURLToPath } from 'node:url';

/** The built server, for Node to run; a start from the sources costs three times as much. */
export const builtServer = fileURLToPath(new URL('../dist/main.js', import.meta.url));
