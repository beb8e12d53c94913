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

/** Lists, reports, and forms whose schemas are loaded later. */
const withoutForms = [
  '/home/audit',
  '/home/entries',
  '/home/entries/calls',
  '/home/entries/month',
  '/home/operations',
  '/home/update-password',
  '/home/attorneys/account',
  '/home/attorneys/accounts',
  '/home/attorneys/add-account',
  '/home/attorneys/attorney-list',
  '/home/attorneys/calls',
  '/home/attorneys/disbursement-list',
  '/home/attorneys/entries',
  '/home/attorneys/export',
  '/home/attorneys/exports',
  '/home/attorneys/fees',
  '/home/attorneys/integrations',
  '/home/attorneys/matters',
  '/home/attorneys/month-end',
  '/home/attorneys/overview',
  '/home/attorneys/posting-layouts',
  '/home/attorneys/statements',
  '/home/attorneys/suppliers',
  '/home/attorneys/taxation-packs',
  '/home/attorneys/telephones',
];

it.each(withoutForms)('brings no schema with %s, but with its dialogs', async (address) => {
  const preloads = JSON.parse(await readFile(path.join(dist, '.vite/preloads.json'), 'utf8')) as {
    [address: string]: string[];
  }; // by the build
  const scripts = preloads[address]?.filter((file) => file.endsWith('.js')) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  const texts = await Promise.all(
    scripts.map(async (file) => readFile(path.join(dist, file), 'utf8')),
  );
  // zod, a third of a form's files.
  expect(scripts.filter((_, index) => texts[index]?.includes('_zod'))).toEqual([]);
});
