/** The expected result: rows as `row number description`, numbers of wrong rows, or a sentence. */
export type Outcome = { rows: string[] } | { faults: number[] } | { refused: string };

const head = 'Ref,Name\n';
const million = 1_000_000;

/** Texts as users, programs and attackers send them. */
export const awkwardFiles: [string, string, Outcome][] = [
  ['nothing', '', { refused: 'The file is empty.' }],
  ['a BOM alone', '\uFEFF', { refused: 'The file is empty.' }],
  ['white space', ' \r\n \n\r ', { refused: 'The file is empty.' }],
  ['five million line feeds', '\n'.repeat(5 * million), { refused: 'The file is empty.' }],
  ['a sep line alone', 'sep=;\r\n', { refused: 'The file is empty.' }],
  ['a header alone', 'Ref,Name', { refused: 'has no rows under them' }],
  ['a header and blank rows', `${head}\n,\n , \n`, { refused: 'has no rows under them' }],
  ['one column', 'Ref\n1\n', { refused: 'only one column, "Ref"' }],
  ['a sentence', 'hello world', { refused: 'only one column' }],
  ['JSON', '{"a":1}', { refused: 'is JSON, not CSV' }],
  ['HTML', '<html>\n<table>\n', { refused: 'is a web page (HTML), not CSV' }],
  ['blank headers', ',,,\n1,2,3,4\n', { refused: 'The first line is blank' }],
  [
    'the same header twice',
    'Ref,Name,ref\n1,A,2\n',
    { refused: '"ref" appears twice (columns 1 and 3)' },
  ],
  [
    'headers of another file',
    'Date,Amount\n1,2\n',
    { refused: 'no column for the matter number and the description' },
  ],
  ['no header line', '1,Divorce\n2,Lease\n', { refused: 'Its columns are: 1, Divorce.' }],
  ['a million commas as header', ','.repeat(million), { refused: 'longer than 20000 characters' }],
  [
    'a thousand columns',
    `Ref,${'a,'.repeat(1000)}\n`,
    { refused: 'columns; at most 200 are read' },
  ],
  ['a header that never ends', `Ref,"Name\n${'1,A\n'.repeat(10)}`, { refused: 'is never closed' }],
  ['a header of 5 MB', 'x'.repeat(5 * million), { refused: 'longer than 20000 characters' }],
  [
    'a separator that is none of ours',
    'sep=:\nRef:Name\n1:A\n',
    { refused: 'The line "sep=:" names a separator' },
  ],
  ['a separator that is not used', 'sep=;\nRef,Name\n1,A\n', { refused: 'only one column' }],
  ['a NUL', `${head}1,A\u0000B\n`, { refused: 'NUL characters' }],
  ['UTF-16 that was read as latin1', 'R\u0000e\u0000f\u0000,\u0000', { refused: 'NUL characters' }],
  ['a workbook', 'PK\u0003\u0004\u0014\u0000', { refused: 'NUL characters' }],

  ['no line end', `${head}1,A`, { rows: ['2 1 A'] }],
  ['CR only', 'Ref,Name\r1,A\r2,B\r', { rows: ['2 1 A', '3 2 B'] }],
  ['mixed line ends', 'Ref,Name\r\n1,A\n2,B\r3,C\r\n', { rows: ['2 1 A', '3 2 B', '4 3 C'] }],
  ['two BOMs', `\uFEFF\uFEFF${head}1,A\n`, { rows: ['2 1 A'] }],
  ['a BOM before sep', '\uFEFFsep=;\r\nRef;Name\r\n1;A\r\n', { rows: ['2 1 A'] }],
  ['a quoted sep line', '"sep=|"\nRef|Name\n1|A, B\n', { rows: ['2 1 A, B'] }],
  ['sep= tab', 'SEP=\t\nRef\tName\n1\tA\n', { rows: ['2 1 A'] }],
  ['tabs', 'Ref\tName\n1\tA;B\n', { rows: ['2 1 A;B'] }],
  ['bars', 'Ref|Name\n1|A,B\n', { rows: ['2 1 A,B'] }],
  [
    'more commas than separators in the header',
    'Ref;Name;"a, b, c, d";e, f\n1;A;;\n',
    { rows: ['2 1 A'] },
  ],
  ['quoted headers over two lines', '"Ref","Na\nme","Description"\n1,x,A\n', { rows: ['2 1 A'] }],
  ['blank lines before the header', `\n\n${head}1,A\n`, { rows: ['4 1 A'] }],
  ['a quoted line break', `${head}1,"A\nB"\n2,C\n`, { rows: ['2 1 A\nB', '3 2 C'] }],
  ['doubled quotation marks', `${head}1,"""A"" and ""B"""\n`, { rows: ['2 1 "A" and "B"'] }],
  [
    'an honest cell that looks like a swallowed row',
    `${head}1,"""A"" \n""B"" c"\n2,D\n`,
    { rows: ['2 1 "A" \n"B" c', '3 2 D'] },
  ],
  [
    'a quotation mark inside a cell',
    `${head}1,a 5" pipe\n2,B\n`,
    { rows: ['2 1 a 5" pipe', '3 2 B'] },
  ],
  [
    'text behind a closing quotation mark',
    `${head}1,"Smit" & Co\n2,B\n`,
    { rows: ['2 1 "Smit" & Co', '3 2 B'] },
  ],
  [
    'formulas',
    `${head}1,=cmd|' /C calc'!A0\n2,'@SUM(A1)\n`,
    { rows: ["2 1 =cmd|' /C calc'!A0", '3 2 @SUM(A1)'] },
  ],
  ['right-to-left marks', `${head}A\u202E1,\u200FDi\u202Bvorce\n`, { rows: ['2 A1 Divorce'] }],
  ['Arabic and emoji', `${head}1,عقد 👩‍⚖️\n`, { rows: ['2 1 عقد 👩‍⚖️'] }],
  ['a prototype name', `${head}__proto__,constructor\n`, { rows: ['2 __proto__ constructor'] }],
  ['SQL', `${head}1,'); drop table matters;--\n`, { rows: ["2 1 '); drop table matters;--"] }],

  ['a quotation mark that is never closed', `${head}1,A\n2,"B\n3,C\n`, { faults: [3] }],
  ['one that a later row closes badly', `${head}1,"A\n2,"B"\n3,C\n`, { faults: [2] }],
  ['one that swallows the columns of its row', `${head}"1,A\n2,B",C\n3,D\n`, { faults: [2] }],
  ['a row of a million commas', `${head}1,A\n${','.repeat(million)}x\n2,B\n`, { faults: [3] }],
  ['a cell of 5 MB', `${head}1,${'x'.repeat(5 * million)}\n2,B\n`, { faults: [2] }],
  ['a quoted cell of 5 MB', `${head}1,A\n2,"${'x\n'.repeat(2.5 * million)}"\n`, { faults: [3] }],
  ['too few cells', 'Ref,Name,Status\n1,A\n2,B,Open\n', { faults: [2] }],
  ['too many cells', `${head}1,A,B\n2,B\n`, { faults: [2] }],
  ['a line break in a number', `${head}"1\n2",A\n`, { faults: [2] }],
  ['a control character in a number', `${head}1\u0001,A\n`, { faults: [2] }],
  ['a lone surrogate', `${head}1,A\uD83D\n`, { faults: [2] }],
  ['lost accents', `${head}1,L\uFFFDvesque\n`, { faults: [2] }],
  ['latin1 for Windows-1252', `${head}1,O\u0092Brien\n`, { faults: [2] }],
  ['a number of invisible marks', `${head}\u200B\u202E,A\n`, { faults: [2] }],
  ['a quoted blank', `${head}"  ",A\n`, { faults: [2] }],
  [
    '30,000 rows of too few cells',
    `Ref,Name,Status\n${'1,A\n'.repeat(30_000)}`,
    // In a later block of sixteen rows all may lack the same cells: then the number is there twice.
    { faults: Array.from({ length: 200 }, (_, at) => at + (at < 15 ? 2 : 3)) },
  ],
];
