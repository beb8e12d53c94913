import { folded } from '@recoup/contract/core/folded';
import { defaultCallZone } from '@recoup/contract/call-records/rules';

/** More are found by typing more letters. */
const maxFound = 40;

/** Every time zone of the browser; those of most telephone systems come first. */
function allZones(): string[] {
  const common = [defaultCallZone, 'UTC'];
  const others = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone.includes('/') && !common.includes(zone),
  );
  return [...common, ...others];
}

/** The zones whose names have all the words: 'south johannes', 'new york'. */
export function findZones(typed: string): string[] {
  const words = plain(typed)
    .split(' ')
    .filter((word) => word !== '');
  return allZones()
    .filter((zone) => words.every((word) => plain(zoneName(zone)).includes(word)))
    .slice(0, maxFound);
}

/** The zone that the words name, if it is the only one. */
export function onlyZone(typed: string): string | undefined {
  const found = typed.trim() === '' ? [] : findZones(typed);
  return found.length === 1 ? found[0] : undefined;
}

/** `Africa/Johannesburg (South Africa)`, `America/New York`. */
export function zoneName(zone: string): string {
  if (zone === defaultCallZone) return `${zone} (South Africa)`;
  return zone.replaceAll('_', ' ');
}

function plain(text: string): string {
  return folded(text)
    .replaceAll(/[/_()]+/g, ' ')
    .trim();
}
