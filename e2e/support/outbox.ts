import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

type Product = { dataDir: string };

/** The files of the outbox with this ending, the latest last. */
async function readOutbox({ dataDir }: Product, ending: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names
    .filter((name) => name.endsWith(ending))
    .toSorted((a, b) => a.localeCompare(b));
  return Promise.all(files.map(async (name) => readFile(path.join(folder, name), 'utf8')));
}

/** The mails in the outbox, or those that have the text. */
export async function sentMails(product: Product, text = ''): Promise<string[]> {
  return (await readOutbox(product, '.eml')).filter((mail) => mail.includes(text));
}

/** The texts of the SMS in the outbox of a data folder, or of those to such a number. */
export async function sentTexts(dataDir: string, to = ''): Promise<string[]> {
  const contents = await readOutbox({ dataDir }, '.sms.json');
  const found = contents.filter((content) => content.includes(to));
  // The outbox's one shape.
  return found.map((content) => (JSON.parse(content) as { text: string }).text);
}

/** Deletes the mails and SMS that a product has written to its data folder. */
export async function emptyOutbox(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}
