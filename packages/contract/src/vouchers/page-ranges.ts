/** The first and the last of pages that follow each other; the first page of a file is 1. */
type PageRange = readonly [first: number, last: number];

/** Reads pages such as `2-3,5`, which a field has checked. */
function readPageRanges(pages: string): PageRange[] {
  return pages.split(',').map((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return [Math.min(first, last), Math.max(first, last)];
  });
}

function writePageRanges(ranges: readonly PageRange[]): string {
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',');
}

/** Each page once, in the order in which they are named. */
export function listPages(pages: string): number[] {
  const named = readPageRanges(pages).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  return [...new Set(named)];
}

export function countPages(pages: string): number {
  return listPages(pages).length;
}

/**
 * The pages of a file that begins behind others: of the pages `2-3,5` of two files of three pages
 * each, the second has its page 2.
 */
export function pagesWithin(
  pages: string,
  { behind, count }: { behind: number; count: number },
): string | undefined {
  const found = readPageRanges(pages)
    .map(
      ([first, last]): PageRange => [Math.max(first - behind, 1), Math.min(last - behind, count)],
    )
    .filter(([first, last]) => first <= last);
  return found.length === 0 ? undefined : writePageRanges(found);
}
