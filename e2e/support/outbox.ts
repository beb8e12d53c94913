import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** The texts of the SMS in the outbox of a data folder, the latest last. */
export async function sentTexts(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.sms.json'))
    .toSorted((a, b) => a.localeCompare(b));
  const contents = await Promise.all(
    files.map(async (name) => readFile(path.join(folder, name), 'utf8')),
  );
  // The outbox's one shape.
  return contents.map((content) => (JSON.parse(content) as { text: string }).text);
}

/** Deletes the mails and SMS that a product has written to its data folder. */
export async function emptyOutbox(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}
