const header = 'PK\u0003\u0004';
/** The length of a header before its name; all names of the server's files begin alike. */
const nameAt = 30;
const nameBegins = 'statement-';
const overlap = nameAt + nameBegins.length - 1;

/** Counts the files of a ZIP of statements while it arrives: the ZIP says their number last. */
export function createFileCounter(): (chunk: Uint8Array) => number {
  const decoder = new TextDecoder('latin1');
  let before = '';
  let count = 0;
  return (chunk) => {
    const text = before + decoder.decode(chunk);
    for (let at = text.indexOf(header); at >= 0; at = text.indexOf(header, at + 1))
      if (text.startsWith(nameBegins, at + nameAt)) count += 1;
    before = text.slice(-overlap);
    return count;
  };
}
