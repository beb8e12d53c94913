import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { systemAdmin } from '../support/recoup.ts';

const dist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
/** Words that only the server, its tests or its operator know. */
const passwords = [
  systemAdmin,
  ...Object.values(demoFirmAdmins),
  ...Object.values(demoAttorneys),
].map(({ password }) => password);
const ofTheServer = [
  'DATABASE_URL',
  'SMTP_URL',
  'RECOUP_ADMIN',
  'argon2',
  'PRIVATE KEY',
  'insert into',
  'node_modules/',
  'sourceMappingURL',
];

it('ships a page that holds no secret, no source map and nothing of the server', async () => {
  const names = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const files = names.map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const texts = files.filter(
    (file) => /\.(?:js|css|html|json|webmanifest|svg)$/.test(file) && !file.includes('.vite'),
  );
  expect(texts.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const file of texts) {
    const text = await readFile(file, 'utf8');
    found.push(
      ...[...passwords, ...ofTheServer]
        .filter((word) => text.includes(word))
        .map((word) => `${path.basename(file)}: ${word}`),
    );
  }
  expect(found).toEqual([]);
});

it('ships nothing of the page of all parts, which is for development', async () => {
  const manifest = await readFile(path.join(dist, '.vite/manifest.json'), 'utf8');
  expect(manifest).not.toContain('src/app/parts');
  const scripts = (await readdir(path.join(dist, 'assets'))).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(
    scripts.map((name) => readFile(path.join(dist, 'assets', name), 'utf8')),
  );
  const holding = (words: string) => texts.filter((text) => text.includes(words)).length;
  expect(holding('Model Context Protocol')).toBeGreaterThan(0);
  expect(holding('Parts of the pages')).toBe(0);
});
