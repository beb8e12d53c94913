/** The UTBMS expense codes of words in the titles of disbursement types, the first that fits. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sms|call|calls|phone|telephone|telefoon|oproep)/i, 'E105'],
  [/\b(?:fax|faks|facsimile)/i, 'E104'],
  [/\b(?:cop(?:y|ies)|photocop|scan|afskrif|fotostat)/i, 'E101'],
  [/\bprint/i, 'E102'],
  [/\b(?:post|stamp|registered mail|pos\b)/i, 'E108'],
  [/\b(?:courier|messenger|deliver|koerier)/i, 'E107'],
  [/\b(?:search|windeed|deeds|cipc|lookup)/i, 'E106'],
  [/\b(?:subpoena)/i, 'E113'],
  [/\b(?:sheriff|court|balju|hof|revenue|stamps)/i, 'E112'],
  [/\b(?:witness|getuie)/i, 'E114'],
  [/\b(?:flight|accommodation|hotel)/i, 'E110'],
  [/\b(?:travel|mileage|parking|toll|uber|taxi|reis)/i, 'E109'],
  [/\b(?:meal|lunch)/i, 'E111'],
  [/\b(?:transcript|record)/i, 'E116'],
  [/\b(?:expert|medico|actuar|assess)/i, 'E119'],
  [/\b(?:tracing|investigat|tracer)/i, 'E120'],
  [/\b(?:arbitrat|mediat)/i, 'E121'],
  [/\b(?:counsel|advocate|advokaat|correspondent)/i, 'E122'],
];

/** A disbursement type's UTBMS code by its title; E124 is any other expense. */
export function utbmsCode(title: string): string {
  const found = known.get(title);
  if (found !== undefined) return found;
  const code = codes.find(([words]) => words.test(title))?.[1] ?? 'E124';
  if (known.size >= maxKnown) known.clear();
  known.set(title, code);
  return code;
}

const known = new Map<string, string>();
const maxKnown = 1_000;
