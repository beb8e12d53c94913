import { inflateSync } from 'node:zlib';

/** The texts of each page of our PDF, in the order of drawing, as a reader copies them. */
export function readPdf(bytes: Buffer): string[][] {
  return pagesOf(bytes).map((page) => page.map(({ text }) => text));
}

/** The texts of all pages, with ordinary spaces. */
export function pdfWords(bytes: Buffer): string[] {
  return readPdf(bytes)
    .flat()
    .map((text) => text.replaceAll('\u00A0', ' '));
}

/** A text with the start of its baseline, from below, and its width, in points. */
export type DrawnText = { text: string; x: number; y: number; width: number };

type Font = { letters: ReadonlyMap<string, string>; widths: readonly number[] };

export function pagesOf(bytes: Buffer): DrawnText[][] {
  const objects = new Map(
    [...bytes.toString('latin1').matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  );
  const get = (id: string | undefined): string => objects.get(id ?? '') ?? '';
  const known = new Map<string, Font>();
  // The order of pages is that of their list, whatever was written first.
  const list =
    /\/Type \/Pages\b.*?\/Kids \[(.*?)\]/s.exec([...objects.values()].join('\n'))?.[1] ?? '';
  const pages = [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => get(id));
  return pages.map((page) => {
    const fonts = /\/Font <<(.*?)>>/s.exec(get(reference(page, 'Resources')))?.[1] ?? '';
    for (const [, name = '', id] of fonts.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const font = get(id);
      const descendant = get(/\/DescendantFonts \[(\d+) 0 R/.exec(font)?.[1]);
      if (!known.has(name))
        known.set(name, {
          letters: lettersIn(streamOf(get(reference(font, 'ToUnicode')))),
          widths: widthsIn(descendant),
        });
    }
    return textsIn(streamOf(get(reference(page, 'Contents'))), known);
  });
}

/** By glyph, in thousandths of the size. */
function widthsIn(font: string): number[] {
  return (/\/W \[0 \[(.*?)\]/s.exec(font)?.[1] ?? '').trim().split(/\s+/).map(Number);
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

function textsIn(content: string, fonts: ReadonlyMap<string, Font>): DrawnText[] {
  return [...content.matchAll(/\bBT\b(.*?)\bET\b/gs)].map(([, drawn = '']) => {
    const [, name = '', size = ''] = /\/(\w+) ([\d.]+) Tf/.exec(drawn) ?? [];
    const font = fonts.get(name);
    const [, x = '', y = ''] = /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/.exec(drawn) ?? [];
    const glyphs = [...drawn.matchAll(/<([\da-f]+)>/g)].flatMap(
      ([, hex = '']) => hex.match(/.{4}/g) ?? [],
    );
    const arrays = [...drawn.matchAll(/\[(.*?)\] TJ/gs)].map(([, array = '']) =>
      array.replaceAll(/<[^>]*>/g, ' '),
    );
    const moved = [...arrays.join(' ').matchAll(/-?[\d.]+/g)].reduce(
      (sum, [by]) => sum + Number(by),
      0,
    );
    const width = glyphs.reduce(
      (sum, glyph) => sum + (font?.widths[Number.parseInt(glyph, 16)] ?? 0),
      -moved,
    );
    return {
      text: glyphs.map((glyph) => font?.letters.get(glyph) ?? '\uFFFD').join(''),
      x: Number(x),
      y: Number(y),
      width: (width * Number(size)) / 1000,
    };
  });
}
