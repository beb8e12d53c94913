/** The names of files of statements: plain ASCII, and no two alike in one ZIP. */
import type { StatementPurpose } from '@recoup/contract/statements/rules';
import type { Period } from './statements.repository.ts';

const longest = 60;

type Named = Period & { for?: StatementPurpose | undefined };

export function statementFileName(
  of: Named & { number: string },
  kind: string,
  taken = new Set<string>(),
): string {
  const stem = `statement${purposeSuffix(of)}-${plain(of.number)}${periodSuffix(of)}`;
  let name = `${stem}.${kind}`;
  for (let other = 2; taken.has(name.toLowerCase()); other += 1) name = `${stem}-${other}.${kind}`;
  taken.add(name.toLowerCase());
  return name;
}

export function zipFileName(of: Named): string {
  return `statements${purposeSuffix(of)}${periodSuffix(of)}.zip`;
}

/** The statement of a client and that for a taxation are often kept in one folder. */
function purposeSuffix({ for: purpose }: Named): string {
  return purpose === 'taxation' ? '-taxation' : '';
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

function periodSuffix({ from, to }: Period): string {
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return `-to-${to}`;
  return to === undefined ? `-from-${from}` : `-${from}-to-${to}`;
}
