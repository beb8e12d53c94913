import { createWordReader, type ImportWords, type WordReader } from './import-words.ts';
import type { ColumnIndexes } from './columns.ts';
import { type DateEvidence, noDateEvidence } from '../../platform/csv/dates.ts';
import type { Attorney, MatterRow } from './parser-types.ts';
import { type Misread, noMisread } from '../../platform/csv/clean-text.ts';
import { createProblemList, type ProblemList } from '../../platform/csv/problems.ts';
import { folded } from '@recoup/contract/core/folded';

/** The state of the parser. `isStopped`: too few rows fit the header line. */
export type Reading = {
  headers: readonly string[];
  columns: ColumnIndexes;
  findAttorney: FindAttorney;
  words: WordReader;
  /** Accepted rows that are not handed on yet. */
  rows: MatterRow[];
  problems: ProblemList;
  evidence: DateEvidence;
  /** Problems of dates whose order is unknown yet, for each of the two orders. */
  deferred: { dayFirst: DeferredProblems; monthFirst: DeferredProblems };
  /** The row of each matter number, for the first `maxNumbers` of them. */
  firstRows: Map<string, number>;
  maxNumbers: number;
  acceptedRows: number;
  filledRows: number;
  unevenRows: number;
  /** Rows that end early, without what is optional, and the first of them. */
  short: { rows: number; first: number };
  misread: Misread;
  isStopped: boolean;
};

/** `rejectedRows`: rows without any other problem. */
export type DeferredProblems = { problems: ProblemList; rejectedRows: number };

const maxNumbers = 100_000;

export function startReading(input: {
  headers: readonly string[];
  columns: ColumnIndexes;
  attorneys: readonly Attorney[];
  words: ImportWords | undefined;
  maxProblems: number | undefined;
  maxNumbers: number | undefined;
}): Reading {
  const noProblems = () => createProblemList(input.maxProblems);
  return {
    headers: input.headers,
    columns: input.columns,
    findAttorney: createAttorneyFinder(input.attorneys),
    words: createWordReader(input.words),
    rows: [],
    problems: noProblems(),
    evidence: noDateEvidence(),
    deferred: {
      dayFirst: { problems: noProblems(), rejectedRows: 0 },
      monthFirst: { problems: noProblems(), rejectedRows: 0 },
    },
    firstRows: new Map(),
    maxNumbers: input.maxNumbers ?? maxNumbers,
    acceptedRows: 0,
    filledRows: 0,
    unevenRows: 0,
    short: { rows: 0, first: 0 },
    misread: noMisread(),
    isStopped: false,
  };
}

/** The header of a column as the file writes it. */
export function header(reading: Reading, at: number | undefined): string {
  return reading.headers[at ?? -1] ?? '';
}

type FoundAttorney = { id: string } | { message: string };
type FindAttorney = (text: string) => FoundAttorney;

/** Attorneys by each form of a name, surest first; the first index with the name decides. */
type Names = { email: Index; local: Index; full: Index; initialled: Index; initials: Index };
type Index = Map<string, Attorney[]>;

const particles = new Set([
  'van',
  'von',
  'de',
  'den',
  'der',
  'du',
  'le',
  'la',
  'ter',
  'ten',
  'janse',
  'jansen',
  'st',
]);
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'adv', 'mnr', 'mev', 'me']);
const maxRemembered = 10_000;

/**
 * Finds attorneys by email, its part before the @, full name, "Surname, Initials", initials and
 * surname, or initials. Ignores case, accents, kinds of apostrophe, dots and titles. Ambiguous
 * names are rejected.
 */
export function createAttorneyFinder(attorneys: readonly Attorney[]): FindAttorney {
  const names = indexNames(attorneys);
  const remembered = new Map<string, FoundAttorney>();
  return (text) => {
    const known = remembered.get(text);
    if (known) return known;
    const found = findAttorney(names, text);
    if (remembered.size < maxRemembered) remembered.set(text, found);
    return found;
  };
}

function findAttorney(names: Names, text: string): FoundAttorney {
  const shown = text.length > 60 ? `${text.slice(0, 60)}...` : text;
  const matches = matchAttorney(names, text);
  const [only, second] = matches;
  if (!only)
    return {
      message:
        `"${shown}" is not an attorney at this firm. ` +
        'Use the email address, or add the attorney first.',
    };
  if (second) {
    const found = matches.map(({ name, email }) => `${name} (${email})`).join(' or ');
    return {
      message: `"${shown}" matches more than one attorney: ${found}. Use the email address.`,
    };
  }
  return { id: only.id };
}

function matchAttorney(names: Names, text: string): Attorney[] {
  const address = /<([^<>]+@[^<>]+)>/.exec(text)?.[1] ?? text;
  // An address of another firm must not be found by the part before its @.
  if (address.includes('@')) return names.email.get(address.trim().toLowerCase()) ?? [];
  const key = nameKey(text);
  const { local, full, initialled, initials } = names;
  return (
    local.get(text.toLowerCase()) ??
    full.get(key) ??
    initialled.get(key) ??
    initials.get(key.replaceAll(' ', '')) ??
    []
  );
}

function indexNames(attorneys: readonly Attorney[]): Names {
  const names: Names = {
    email: new Map(),
    local: new Map(),
    full: new Map(),
    initialled: new Map(),
    initials: new Map(),
  };
  for (const attorney of attorneys) {
    const email = attorney.email.toLowerCase();
    const { given, surname } = splitName(nameKey(attorney.name));
    const letters = given.flatMap((word) =>
      word.length <= 3 && isInitials(attorney.name, word) ? [...word] : [word[0] ?? ''],
    );
    const ending = surname.join(' ');
    add(names.email, email, attorney);
    add(names.local, email.slice(0, email.indexOf('@')), attorney);
    add(names.full, nameKey(attorney.name), attorney);
    if (letters.length === 0) continue;
    add(names.initialled, `${letters.join('')} ${ending}`, attorney);
    add(names.initialled, `${letters[0]} ${ending}`, attorney);
    add(names.initials, letters.join('') + surname.map((word) => word[0]).join(''), attorney);
    add(names.initials, letters.join('') + (surname.at(-1)?.[0] ?? ''), attorney);
    add(names.initials, `${letters[0]}${surname.at(-1)?.[0] ?? ''}`, attorney);
  }
  return names;
}

/** Folded, without dots and titles; "Surname, Given" reordered; initials joined. */
function nameKey(text: string): string {
  const [before = '', after] = text.split(',', 2);
  const turned = after === undefined ? before : `${after} ${before}`;
  const words = folded(turned)
    .split(/[\s.]+/)
    .filter((word) => word !== '');
  if (words.length > 1 && titles.has(words[0] ?? '')) words.shift();
  let initials = 0;
  while (initials < words.length - 1 && words[initials]?.length === 1) initials++;
  return [words.slice(0, initials).join(''), ...words.slice(initials)]
    .filter((word) => word !== '')
    .join(' ');
}

/** The surname is the last word with the particles before it: "pieter van der merwe". */
function splitName(key: string): { given: string[]; surname: string[] } {
  const words = key.split(' ');
  let start = words.length - 1;
  while (start > 1 && particles.has(words[start - 1] ?? '')) start--;
  return { given: words.slice(0, start), surname: words.slice(start) };
}

/** "TJ Mokoena" is stored with initials, "Jo Mokoena" with a name: capitals tell them apart. */
function isInitials(name: string, word: string): boolean {
  return word.length === 1 || name.replace(/[\s.]/g, '').startsWith(word.toUpperCase());
}

function add(index: Index, key: string, attorney: Attorney): void {
  const held = index.get(key);
  if (!held) index.set(key, [attorney]);
  else if (!held.includes(attorney)) held.push(attorney);
}
