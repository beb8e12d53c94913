import { parse } from 'csv-parse/sync';
import type { CallLayout, Cells } from './call-leg.ts';
import { asterisk, asteriskCustom, freepbx, freeswitch } from './layouts/asterisk.ts';
import { cucm } from './layouts/cucm.ts';
import { teams, teamsDirectRouting } from './layouts/teams.ts';
import { threeCx } from './layouts/threecx.ts';
import { yeastar } from './layouts/yeastar.ts';

/** Those with names of columns first: they are sure. */
const layouts: readonly CallLayout[] = [
  cucm,
  teams,
  teamsDirectRouting,
  freepbx,
  freeswitch,
  yeastar,
  threeCx,
  // The answer of a custom line stands where the start of `Master.csv` does.
  asteriskCustom,
  asterisk,
];
const delimiters = [',', ';', '\t', '|'] as const;
const looked = 5;

export type Detected = { layout: CallLayout; delimiter: string; lines: readonly Cells[] };

/** The telephone system that wrote a file, by its first lines; undefined for another file. */
export function detectLayout(head: string): Detected | undefined {
  for (const delimiter of delimiters) {
    const lines = firstLines(head, delimiter);
    const layout = layouts.find(({ fits }) => fits(lines));
    if (layout) return { layout, delimiter, lines };
  }
  return undefined;
}

function firstLines(head: string, delimiter: string): Cells[] {
  try {
    return parse(head, {
      delimiter,
      bom: true,
      to: looked,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    return []; // a quotation mark that the head does not close
  }
}
