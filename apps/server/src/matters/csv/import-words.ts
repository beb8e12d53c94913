import { folded } from '@recoup/contract/core/folded';
import type { FileWord, WordField } from '@recoup/contract/matters/import-endpoints';

/** By field and key of the word: a status, or the id of an attorney. */
export type ImportWords = ReadonlyMap<string, string>;

export function wordKey(field: WordField, word: string): string {
  return `${field} ${foldedWord(word)}`;
}

/** As it is found: without case, accents and outer blanks. */
export function foldedWord(word: string): string {
  return folded(word.trim());
}

/** Words that a file has beside our own, with what they mean. */
export type WordReader = {
  /** The meaning that the firm gave to a word; undefined for none. */
  read: (field: WordField, word: string) => string | undefined;
  /** In the order of the file. */
  found: () => FileWord[];
};

const maxWords = 100;

export function createWordReader(words: ImportWords = new Map()): WordReader {
  const found = new Map<string, FileWord>();
  return {
    read: (field, word) => {
      const key = wordKey(field, word);
      const value = words.get(key);
      const known = found.get(key);
      if (known) known.rows++;
      else if (found.size < maxWords)
        found.set(key, { field, word: word.slice(0, 200), rows: 1, value: value ?? null });
      return value;
    },
    found: () => [...found.values()],
  };
}

/** One sentence for all words that were read as the firm said. */
export function wordNotices(
  words: readonly FileWord[],
  names: ReadonlyMap<string, string>,
): string[] {
  const read = words.flatMap(({ word, value }) =>
    value === null ? [] : [`“${word}” as ${names.get(value) ?? value}`],
  );
  if (read.length === 0) return [];
  const more = read.length > maxNamed ? ` and ${read.length - maxNamed} more` : '';
  return [`Read as your firm explained: ${read.slice(0, maxNamed).join(', ')}${more}.`];
}

const maxNamed = 10;
