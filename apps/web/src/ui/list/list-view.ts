export const pageSizes = [5, 10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
/** For firms, attorneys and disbursement types (specification, section 9). */
export const shortPageSizes = [5, 10, 20] as const;
export type Sort = { key: string; order: 'asc' | 'desc' };

/** State of a list, wholly in the address. `page` starts at 1. */
export type ListView = { page: number; size: PageSize; search: string; sort: Sort | undefined };
export type ListDefaults = { size: PageSize; sizes?: readonly PageSize[]; sort?: Sort };

/** Anything unreadable in the address counts as absent. */
export function readView(params: URLSearchParams, defaults: ListDefaults): ListView {
  const page = Number(params.get('page') ?? 1);
  const size = (defaults.sizes ?? pageSizes).find((each) => each === Number(params.get('size')));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: size ?? defaults.size,
    search: (params.get('search') ?? '').slice(0, 200),
    sort: readSort(params.get('sort')) ?? defaults.sort,
  };
}

/** Query parameters of a changed view, without defaults. A new search starts at page 1. */
export function writeView(
  params: URLSearchParams,
  change: Partial<ListView>,
  defaults: ListDefaults,
): URLSearchParams {
  const before = readView(params, defaults);
  const view = {
    ...before,
    ...change,
    ...(change.search !== undefined && change.search !== before.search && { page: 1 }),
  };
  const next = new URLSearchParams(params);
  set(next, 'page', view.page === 1 ? '' : String(view.page));
  set(next, 'size', view.size === defaults.size ? '' : String(view.size));
  set(next, 'search', view.search);
  const sort = view.sort ? sortText(view.sort) : '';
  set(next, 'sort', defaults.sort && sort === sortText(defaults.sort) ? '' : sort);
  return next;
}

/** Ascending first; the same column again turns the order. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return { key, order: sort?.key === key && sort.order === 'asc' ? 'desc' : 'asc' };
}

/** At least one, so that an empty list has a page to be on. */
export function countPages(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/** First, last and nearby pages; always at most seven, so that buttons do not shift. */
export function pageNumbers(page: number, pages: number): (number | 'gap')[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  if (page <= 4) return [1, 2, 3, 4, 5, 'gap', pages];
  if (page >= pages - 3) return [1, 'gap', pages - 4, pages - 3, pages - 2, pages - 1, pages];
  return [1, 'gap', page - 1, page, page + 1, 'gap', pages];
}

function readSort(text: string | null): Sort | undefined {
  const match = /^(-?)([A-Za-z]+)$/.exec(text ?? '');
  const key = match?.[2];
  return key === undefined ? undefined : { key, order: match?.[1] === '-' ? 'desc' : 'asc' };
}

function sortText({ key, order }: Sort): string {
  return order === 'desc' ? `-${key}` : key;
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
