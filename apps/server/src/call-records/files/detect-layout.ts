import { parse } from 'csv-parse/sync';
import type { CallLayout, Cells } from './call-leg.ts';
import {
  asterisk,
  asteriskCustom,
  freepbx,
  freeswitch,
  freeswitchAsterisk,
  freeswitchExample,
} from './layouts/asterisk.ts';
import { cucm } from './layouts/cucm.ts';
import { teams, teamsDirectRouting } from './layouts/teams.ts';
import { threeCx } from './layouts/threecx.ts';
import { yeastar } from './layouts/yeastar.ts';

/** Layouts with column names come first, because they are sure. */
const layouts: readonly CallLayout[] = [
  cucm,
  teams,
  teamsDirectRouting,
  freepbx,
  freeswitch,
  yeastar,
  threeCx,
  freeswitchExample,
  freeswitchAsterisk,
  // The answer of a custom line stands where the start of `Master.csv` does.
  asteriskCustom,
  asterisk,
];
const delimiters = [',', ';', '\t', '|'] as const;
/** Above the names of columns may stand the title of a report. */
const mostAbove = 19;
const looked = mostAbove + 5;

/**
 * `lines` begin with the first that is of the system, without empty ones; `above` rows stand before
 * it, `linesAbove` of them with a text.
 */
export type Detected = {
  layout: CallLayout;
  delimiter: string;
  lines: readonly Cells[];
  above: number;
  linesAbove: number;
};

/** The telephone system that wrote a file, by its first lines; undefined for another file. */
export function detectLayout(head: string): Detected | undefined {
  for (const delimiter of delimiters) {
    const all = firstLines(head, delimiter, looked);
    const filled = all.flatMap((line, above) => (hasText(line) ? [{ line, above }] : []));
    for (const [linesAbove, { above }] of filled.slice(0, mostAbove + 1).entries()) {
      const lines = filled.slice(linesAbove).map(({ line }) => line);
      const layout = layouts.find(({ fits }) => fits(lines));
      if (layout && (linesAbove === 0 || layout.headLines(lines) > 0))
        return { layout, delimiter, lines, above, linesAbove };
    }
  }
  return undefined;
}

function hasText(line: Cells): boolean {
  return line.some((cell) => cell.trim() !== '');
}

/** The first lines of a file. */
export function firstLines(head: string, delimiter: string, most: number): Cells[] {
  try {
    return parse(head, {
      delimiter,
      bom: true,
      to: most,
      relax_quotes: true,
      relax_column_count: true,
    });
  } catch {
    return []; // a quotation mark that the head does not close
  }
}
