/** The names of files of statements: plain ASCII, and no two alike in one ZIP. */
import type { Period } from './statements.repository.ts';

const longest = 60;

export function statementFileName(
  of: Period & { number: string },
  kind: string,
  taken = new Set<string>(),
): string {
  const stem = `statement-${plain(of.number)}${daysOf(of)}`;
  let name = `${stem}.${kind}`;
  for (let other = 2; taken.has(name.toLowerCase()); other += 1) name = `${stem}-${other}.${kind}`;
  taken.add(name.toLowerCase());
  return name;
}

export function zipFileName(period: Period): string {
  return `statements${daysOf(period)}.zip`;
}

function plain(number: string): string {
  const ascii = number
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, longest);
  return ascii === '' ? 'matter' : ascii;
}

function daysOf({ from, to }: Period): string {
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return `-to-${to}`;
  return to === undefined ? `-from-${from}` : `-${from}-to-${to}`;
}
