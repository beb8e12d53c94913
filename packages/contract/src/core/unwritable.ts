/**
 * Characters that no kind of file can hold: controls but tab and line ends, and U+FFFE and U+FFFF,
 * for which XML has no place. The other noncharacters of Unicode may be in XML.
 */
const unwritable = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

/** Whether each kind of file can hold all characters of a text. */
export function isWritable(value: string): boolean {
  return value.search(unwritable) < 0;
}

export function withoutUnwritable(value: string): string {
  return value.replace(unwritable, '');
}
