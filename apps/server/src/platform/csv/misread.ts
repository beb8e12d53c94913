/** Texts that may have been read in another encoding than they were written in. */
export type Misread = { count: number; example: string };

/**
 * Letters of "CSV (MS-DOS)" or "CSV (Macintosh)" read as Windows-1252, where no word has such a
 * sign: Andr‚, Dani‰l, J”rg, MŸller, AndrŽ; and letters of UTF-8 read so: AndrÃ©.
 */
const misread = [
  /\p{L}[‚„†‡ˆ‰‹¤¡]/u,
  /\p{L}[“”•™…ŒŠŽŸ]\p{Ll}/u,
  /\p{Ll}[ŒŠŽŸ]/u,
  /\p{L}\p{Ll}‘\p{Ll}/u,
  /[ÂÃ][\u00A1-\u00BF]/u,
  /â€/u,
];
const plain = /^[ -~\n\t]*$/;

export function noMisread(): Misread {
  return { count: 0, example: '' };
}

export function noteMisread(found: Misread, text: string): void {
  if (plain.test(text)) return;
  const at = misread.map((signs) => text.search(signs)).find((place) => place >= 0);
  if (at === undefined) return;
  if (found.count === 0) found.example = wordAt(text, at);
  found.count++;
}

export function misreadNotices({ count, example }: Misread): string[] {
  if (count === 0) return [];
  const texts = count === 1 ? 'One text has' : `${count} texts have`;
  return [
    `${texts} signs where letters with accents may belong, such as “${example}”. If so, save the ` +
      'file as “CSV UTF-8”, not as “CSV (MS-DOS)” or “CSV (Macintosh)”, and choose it again.',
  ];
}

function wordAt(text: string, at: number): string {
  const start = text.slice(0, at).search(/\S*$/);
  return (/^\S+/.exec(text.slice(start))?.[0] ?? '').slice(0, 40);
}
