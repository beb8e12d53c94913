// Rules of STYLE.md and ARCHITECTURE.md that the other tools do not know: names, sizes, what may
// stand in which file. No exceptions.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../setup.mjs';

const folders = ['packages', 'apps', 'e2e', 'benchmarks', 'fault-injection', 'scripts'];
const skipped = /(?:^|\/)(?:node_modules|dist|\.tsc|results|fixtures|public|assets)(?:\/|$)/;
const largest = 400;
const widest = 100;
/** A shorter file that only one file imports is a part of it. */
const smallestPart = 45;
const isShipped = (file) =>
  /^(?:apps\/(?:server|web)|packages\/contract)\/src\//.test(file) && !isTest(file);
const isTest = (file) => /\.(?:test|e2e)\.ts$/.test(file) || file.startsWith('apps/server/test/');

/** A reply that is read after the commit can fail although the change is kept. */
const readAfterCommit =
  /\.transaction\(\)\.execute\((?:(?!\n\})[\s\S])*?\n {2}\}\);\n {2}return (?:await )?\w+\(db,/;

/** A `:has()` before any element: each insertion restyles what is around it. */
const restylesAll = /:has\(.*\)(?:\s*[>+~]\s*|\s+)(?:\*|:(?!:))/;

/** Its rules differ between machines, and browsers load them for 20 ms. */
const byLocale = /\.localeCompare\(|Intl\.Collator|\.toLocale(?:Date|Time)?String\(/;

const rules = [
  {
    files: /./,
    fault: 'is not named in kebab-case',
    breaks: (file) =>
      !/^(?:\.[a-z]|[a-z0-9])[a-z0-9-]*(?:\.[a-z0-9-]+)*$/.test(path.basename(file)),
  },
  {
    files: /\.(?:tsx?|mjs|cjs|css)$/,
    fault: `has more than ${largest} lines`,
    breaks: (_, lines) => lines.length > largest && !isGenerated(lines),
  },
  {
    files: /^apps\/server\/src\/.*\.ts$/,
    fault: 'is not <noun>.ts, <noun>.routes|service|repository.ts or a test of one',
    breaks: (file) =>
      !/^[a-z0-9-]+(?:\.(?:routes|service|repository|generated))?(?:(?:\.deep)?\.test)?\.ts$/.test(
        path.basename(file),
      ),
  },
  {
    files: /^apps\/server\/src\/(?!platform\/).*(?<!\.test)\.ts$/,
    fault: 'reads a reply after its transaction: the change is kept when that fails',
    breaks: (_, lines) => readAfterCommit.test(lines.join('\n')),
  },
  {
    files: /(?:^|\/)(?:index|utils?|helpers?|common|misc|types)\.tsx?$/,
    fault: 'has a name that says nothing (no barrels, no utils)',
    breaks: () => true,
  },
  {
    files: /\.css$/,
    fault: 'has a `:has()` with a universal subject; set a mark where it changes',
    breaks: (_, lines) => lines.some((line) => restylesAll.test(line)),
  },
  {
    files: /\.tsx?$/,
    fault:
      'sorts or writes by the rules of a locale; use `sortByName`, `compareCodes`, `format.ts`',
    breaks: (file, lines) => isShipped(file) && lines.some((line) => byLocale.test(line)),
  },
];

// Each has a reason in the text that a person reads; `in` limits the files, tests included unless
// it says otherwise.
const lineRules = [
  { pattern: /\bas any\b|: any\b|<any>/, fault: 'any' },
  { pattern: /@ts-(?:ignore|nocheck|expect-error)/, fault: 'a switched-off type check' },
  { pattern: /(?:oxlint|eslint|biome)-(?:disable|ignore)/, fault: 'a switched-off lint rule' },
  {
    pattern: /\b(?:describe|it|test)\.(?:only|skip|todo)\(/,
    fault: 'a test that is left out, or leaves others out',
  },
  { pattern: /\b(?:TODO|FIXME|XXX)\b/, fault: 'an open end; write an issue' },
  { pattern: /^\s*(?:export )?(?:const )?enum /, fault: 'an enum; use `as const`' },
  {
    pattern: /^\s*(?:export )?(?:default )?class (?!\w*Error\b)/,
    fault: 'a class; only errors are',
  },
  {
    pattern: /^\s*\/\/ (?:const|let|return|import|export|await|if \(|for \(|\}|\w+\(.*\);)/,
    fault: 'commented-out code',
  },
  {
    pattern: /\bprocess\.env\b/,
    fault: 'the environment; only config.ts reads it',
    in: (file) =>
      file.startsWith('apps/server/src/') && !isTest(file) && !file.endsWith('/startup/config.ts'),
  },
  {
    pattern: /\bsql(?:<.*>)?`|import (?!type).*\bfrom 'pg'/,
    fault: 'SQL; only repositories, migrations and the database platform touch it',
    in: isWithoutSql,
  },
  {
    pattern: /\bnew (?:RegExp|Function)\(|(?<![.\w])eval\(/,
    fault: 'a program or a pattern that is made of a text',
    in: isShipped,
  },
  {
    pattern: /\b(?:inner|outer)HTML\b|insertAdjacentHTML|dangerouslySetInnerHTML/,
    fault: 'markup made of a text; React writes texts as texts',
    in: isShipped,
  },
  {
    pattern: /\bdocument\.write\b|\bDOMParser\b/,
    fault: 'markup made of a text; React writes texts as texts',
    in: isShipped,
  },
  {
    // The frames are tested once for all dialogs (`e2e/forms/dialog-frames.e2e.ts`).
    pattern: /<dialog\b|\bshowModal\(|(?<!\[)\brole="(?:alert)?dialog"|\baria-modal=/,
    fault: 'a frame of a dialog; use those of ui/dialog',
    in: (file) =>
      file.startsWith('apps/web/src/') &&
      !/^apps\/web\/src\/(?:ui\/(?:dialog|theme)\/|app\/frame\/area\.tsx$)/.test(file),
  },
  {
    pattern: /\bmkdir(?:Sync)?\(.*\brecursive\b/,
    fault: 'a recursive mkdir, which never returns below /proc; use makeFolder',
    in: (file) => file.startsWith('apps/server/src/') && isShipped(file),
  },
  {
    pattern: /\bshell: true|\bexec(?:Sync)?\b.*from 'node:child_process'/,
    fault: 'a shell; start a program with a list of words',
    in: isShipped,
  },
];

const files = folders.flatMap((folder) => list(folder)).toSorted((a, b) => a.localeCompare(b));
const faults = [...files.flatMap((file) => faultsOf(file)), ...loneParts()];
for (const fault of faults) console.log(fault);
if (files.length === 0) console.log('No files were found to check.');
process.exitCode = faults.length > 0 || files.length === 0 ? 1 : 0;

function list(folder) {
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(root, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .filter((file) => !skipped.test(file));
}

/**
 * Short files that one file of their folder imports: not those that are loaded lazily or tested
 * alone, nor a room's own kind of file (`x.repository.ts`) that another kind imports.
 */
function loneParts() {
  const importers = new Map();
  const lazy = new Set();
  for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [call, from] of text.matchAll(/(?:from|import)\s*\(?\s*'([.@][^']+)'/g)) {
      const imported = from.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), from)
        : from.replace(/^@recoup\/contract\/(.+)$/, 'packages/contract/src/$1.ts');
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
      if (call.includes('(')) lazy.add(imported);
    }
  }
  const kindOf = (file) => /\.(?:routes|service|repository)\./.exec(file)?.[0];
  return [...importers].flatMap(([file, [importer, ...others]]) => {
    if (!isShipped(file) || !/\.tsx?$/.test(file) || lazy.has(file) || others.length > 0) return [];
    const isOwn = path.dirname(importer) === path.dirname(file) && !isTest(importer);
    const isKind = kindOf(file) !== undefined && kindOf(file) !== kindOf(importer);
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    if (!isOwn || isKind || lines >= smallestPart) return [];
    return [
      `${file} has less than ${smallestPart} lines, and only ${importer} imports it: merge it`,
    ];
  });
}

function faultsOf(file) {
  const isText = /\.(?:tsx?|mjs|cjs|css)$/.test(file);
  const lines = isText
    ? readFileSync(path.join(root, file), 'utf8').replace(/\n$/, '').split('\n')
    : [];
  const ofFile = rules
    .filter((rule) => rule.files.test(file) && rule.breaks(file, lines))
    .map((rule) => `${file} ${rule.fault}`);
  const isChecked = /\.(?:tsx?|mjs)$/.test(file) && !isGenerated(lines);
  const wide = lines.flatMap((line, index) =>
    isChecked && line.length > widest ? [`${file}:${index + 1} has over ${widest} columns`] : [],
  );
  // The rules themselves are written with the words that they forbid.
  if (!/\.tsx?$/.test(file)) return [...ofFile, ...wide];
  const applying = lineRules.filter((rule) => rule.in?.(file) ?? true);
  const ofLines = lines.flatMap((line, index) =>
    applying
      .filter((rule) => rule.pattern.test(line))
      .map((rule) => `${file}:${index + 1} ${rule.fault}`),
  );
  return [...ofFile, ...wide, ...ofLines, ...assertionFaults(file, lines)];
}

/** Generated files are not read as a whole. */
function isGenerated(lines) {
  return lines[0]?.startsWith('// Made from') ?? false;
}

/** `as` and `!` switch the compiler off: the reason stands on the line, or on the one above. */
function assertionFaults(file, lines) {
  const source = ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const isAssertion =
      (ts.isAsExpression(node) && node.type.getText() !== 'const') || ts.isNonNullExpression(node);
    if (isAssertion) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const isSilent = (node) =>
    !/\/\/ \S/.test(lines[lineOf(node.end)]) &&
    !/^\s*(?:\/\/|.*\*\/$)/.test(lines[lineOf(node.getStart()) - 1] ?? '');
  return found
    .filter(isSilent)
    .map((node) => `${file}:${lineOf(node.end) + 1} \`as\` or \`!\` without a reason on the line`);
}

function isWithoutSql(file) {
  if (!file.startsWith('apps/server/src/') || isTest(file)) return false;
  const touchesSql = /\.repository\.ts$|\/startup\/migrate\.ts$/;
  return !touchesSql.test(file) && !/\/src\/(?:platform\/database|backup|seeds)\//.test(file);
}
