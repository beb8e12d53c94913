import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/core/make-folder.ts';
import type { SmsGateway } from './gateway.ts';

/** Writes `<time>-<random>.sms.json` with `{ to, text, at }`; the rename makes it atomic. */
export function fileGateway(folder: string): SmsGateway {
  return {
    async send({ to, text }) {
      makeFolder(folder);
      const at = new Date().toISOString();
      const path = join(
        folder,
        `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.sms.json`,
      );
      await writeFile(`${path}.part`, `${JSON.stringify({ to, text, at })}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
