/** Macs have ⌘ where others have Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of a key as it stands on the keyboard: `Ctrl K`, `⌘ K`, `G`, `?`. */
export function keyLabel(key: string): string {
  return key
    .replace(/^mod\+/, isApple ? '⌘\u00A0' : 'Ctrl\u00A0')
    .toUpperCase()
    .replace('CTRL', 'Ctrl');
}
