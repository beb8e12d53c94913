import { describe, expect, it } from 'vitest';
import { awkwardFiles, type Outcome } from '../../../test/awkward-files.ts';
import { readMatterText } from '../../../test/matter-file.ts';
import { deepIt } from '../../../test/deep.ts';

const head = 'Ref,Name\n';

describe('awkward and hostile texts', () => {
  it.each(awkwardFiles)('%s', async (_, text, outcome) => {
    const file = await readMatterText(text, { attorneys: [] });
    expect(toOutcome(file, outcome)).toEqual(outcome);
  });

  it('stops reading a file whose rows do not fit the header line', async () => {
    const file = await readMatterText(`Ref,Name,Status\n${'1,A,Open,x\n'.repeat(30_000)}`, {
      attorneys: [],
    });
    expect(file).toMatchObject({ problemCount: 10_001, rejectedRows: 10_000 });
  });

  deepIt('stops reading a file of too many empty lines', async () => {
    const file = await readMatterText(`${head}1,A\n${'\n'.repeat(30_000)}2,B\n`, { attorneys: [] });
    expect(file).toMatchObject({
      problemCount: 1,
      problems: [{ message: expect.stringContaining('more than 20000 empty lines') }],
    });
  });

  it('keeps a character whole that lies across two chunks of the text', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const rows = Array.from(
        { length: 3000 },
        (_, at) => `${at}${'_'.repeat(shift)},👍👍👍👍👍\n`,
      ).join('');
      const file = await readMatterText(head + rows, { attorneys: [] });
      expect(file).toMatchObject({ ok: true, problemCount: 0 });
      const descriptions = new Set(file.ok ? file.rows.map((matter) => matter.description) : []);
      expect([...descriptions]).toEqual(['👍👍👍👍👍']);
    }
  });
});

/** Of a sentence only the part that was expected, when it is there. */
function toOutcome(file: Awaited<ReturnType<typeof readMatterText>>, expected: Outcome): Outcome {
  if (!file.ok)
    return {
      refused:
        'refused' in expected && file.message.includes(expected.refused)
          ? expected.refused
          : file.message,
    };
  if (file.problems.length > 0)
    return { faults: [...new Set(file.problems.map(({ row }) => row))] };
  return {
    rows: file.rows.map(({ row, number, description }) => `${row} ${number} ${description}`),
  };
}
