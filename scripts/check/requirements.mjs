// docs/asvs.tsv cannot rot: it has every requirement once, and every file, test and heading that it
// names is there. With `--table` it prints Markdown.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { headingsOf, text } from './markdown.mjs';
import { root } from '../setup.mjs';

/** Of OWASP ASVS 5.0.0: what applies of levels 1 and 2, and what was chosen of level 3. */
const wanted = { L1: 63, L2: 138, L3: 20 };
const mostDeviations = 13;
const verdicts = ['met', 'operator', 'deviates'];

const [head, ...lines] = text('docs/asvs.tsv').trimEnd().split('\n');
const rows = lines.map((line) => line.split('\t'));
const faults = [
  ...(head === 'requirement\tlevel\tverdict\twhere\thow'
    ? []
    : ['the first line names other columns']),
  ...rows.flatMap((row) => faultsOf(row)),
  ...rows
    .filter(([id], index) => rows.findIndex(([other]) => other === id) !== index)
    .map(([id]) => `${id} is there twice`),
  ...Object.entries(wanted).flatMap(([level, count]) =>
    countOf(1, level) === count
      ? []
      : [`${countOf(1, level)} of ${level}, and ${count} are wanted`],
  ),
  ...(countOf(2, 'deviates') > mostDeviations ? [`more than ${mostDeviations} deviate`] : []),
];

if (process.argv.includes('--table')) console.log(table());
for (const fault of faults) console.log(`docs/asvs.tsv: ${fault}`);
console.log(
  `${rows.length} requirements:`,
  verdicts.map((verdict) => `${countOf(2, verdict)} ${verdict}`).join(', '),
);
process.exitCode = faults.length > 0 ? 1 : 0;

function faultsOf(row) {
  const [id, , verdict, where = ''] = row;
  if (row.length !== 5 || !/^\d+\.\d+\.\d+$/.test(id)) return [`${id} is no row of five columns`];
  const places = where.split('; ');
  return [
    ...(verdicts.includes(verdict) ? [] : [`${id} has no verdict`]),
    ...(verdict === 'met' || places.some((place) => place.startsWith('docs/security.md#'))
      ? []
      : [`${id} needs its reason in docs/security.md`]),
    ...places.flatMap((place) => placeFaults(place)).map((fault) => `${id}: ${fault}`),
  ];
}

/** `file`, `file.md#heading`, or `file > words of a test or a name in it`. */
function placeFaults(place) {
  const [target, words] = place.split(' > ');
  const [file, heading] = target.split('#');
  if (file === '' || !existsSync(path.join(root, file))) return [`there is no ${file || 'place'}`];
  if (heading !== undefined && !headingsOf(file).includes(heading))
    return [`${file} has no heading ${heading}`];
  return words === undefined || text(file).includes(words)
    ? []
    : [`${file} does not hold "${words}"`];
}

function countOf(column, value) {
  return rows.filter((row) => row[column] === value).length;
}

function table() {
  const body = rows.map(
    (row) =>
      `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('; ', '<br>')).join(' | ')} |`,
  );
  return ['| requirement | level | verdict | where | how |', '|---|---|---|---|---|', ...body].join(
    '\n',
  );
}
