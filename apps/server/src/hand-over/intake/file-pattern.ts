/** Whether a file name fits, ignoring case: `*` stands for any letters, `?` for one. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let [at, place, star, retry] = [0, 0, -1, 0];
  // After a mismatch the last star takes one letter more, so it never tries twice.
  while (at < text.length) {
    if (wanted[place] === '*') {
      star = place;
      retry = at;
      place += 1;
    } else if (place < wanted.length && (wanted[place] === '?' || wanted[place] === text[at])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      retry += 1;
      at = retry;
      place = star + 1;
    } else return false;
  }
  return /^\**$/.test(wanted.slice(place));
}
