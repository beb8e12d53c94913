// The OpenAPI document, made from the contract, under a public linter. Runs under tsx, because the
// contract is TypeScript; asks no network.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument } from '../../apps/server/src/platform/http/openapi.ts';
import { cache, root } from '../setup.mjs';

const file = path.join(cache, 'openapi.json');
mkdirSync(cache, { recursive: true });
writeFileSync(file, JSON.stringify(openApiDocument(), undefined, 2));
const linter = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
const { status } = spawnSync(
  process.execPath,
  [linter, 'lint', file, '--config', path.join(root, '.redocly.yaml'), '--max-problems', '30'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
    },
  },
);
process.exitCode = status ?? 1;
