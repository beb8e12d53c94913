export const pageNumbers = 'Must be pages such as 2-3,5.';

/** True for pages such as `2-3, 5`, and for none. */
export function isPages(typed: string): boolean {
  const pages = typed.replaceAll(' ', '');
  return /^(?:[1-9]\d{0,3}(?:-[1-9]\d{0,3})?(?:,(?!$)|$))*$/.test(pages);
}
