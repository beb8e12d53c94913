// What the checks of the documents share.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

/** The headings of a document as GitHub makes links of their words. */
export function headingsOf(file) {
  const headings = [...text(file).matchAll(/^#+ +(.*)$/gm)].map((match) =>
    match[1].trim().toLowerCase(),
  );
  return headings.map((heading) =>
    heading.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'),
  );
}

/** A file of the project, by its path from the root. */
export function text(file) {
  return readFileSync(path.join(root, file), 'utf8');
}
