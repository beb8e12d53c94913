/** The words of a text: a long list of cases that have no blanks. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
