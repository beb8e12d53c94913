import { inflateSync } from 'node:zlib';

/** The texts of each page of a PDF that we wrote, in the order they were drawn, as a reader that copies them gets them. */
export function readPdf(bytes: Buffer): string[][] {
  const objects = new Map(
    [...bytes.toString('latin1').matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(([, id = '', body = '']) => [id, body]),
  );
  const get = (id: string | undefined): string => objects.get(id ?? '') ?? '';
  const lettersOf = new Map<string, Map<string, string>>();
  return [...objects.values()].filter(isPage).map((page) => {
    const fonts = /\/Font <<(.*?)>>/s.exec(get(reference(page, 'Resources')))?.[1] ?? '';
    for (const [, name = '', id] of fonts.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      if (!lettersOf.has(name)) lettersOf.set(name, lettersIn(streamOf(get(reference(get(id), 'ToUnicode')))));
    }
    return textsIn(streamOf(get(reference(page, 'Contents'))), lettersOf);
  });
}

function isPage(object: string): boolean {
  return /\/Type \/Page\b(?!s)/.test(object);
}

function reference(object: string, key: string): string | undefined {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(object)?.[1];
}

function streamOf(object: string): string {
  const stream = /stream\n(.*)\nendstream/s.exec(object)?.[1] ?? '';
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}

/** Glyph to text, as the font's own table tells it. */
function lettersIn(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

function textsIn(content: string, lettersOf: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const texts: string[] = [];
  for (const [, text = ''] of content.matchAll(/\bBT\b(.*?)\bET\b/gs)) {
    const letters = lettersOf.get(/\/(\w+) [\d.]+ Tf/.exec(text)?.[1] ?? '');
    const glyphs = [...text.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    texts.push(glyphs.map((glyph) => letters?.get(glyph) ?? '\uFFFD').join(''));
  }
  return texts;
}
