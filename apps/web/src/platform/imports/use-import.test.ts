import { describe, expect, it } from 'vitest';
import { previewAsMatched } from './use-import.ts';

const columns = ['P', 'Q'];

async function preview(matched: { columns: string[]; mapping: string } | undefined) {
  const requested: (string | undefined)[] = [];
  const shown = await previewAsMatched(matched, async (mapping?: string) => {
    requested.push(mapping);
    return Promise.resolve({ columns, mapping: mapping ?? 'by name', isRemembered: false });
  });
  return { requested, mapping: shown.mapping, isRemembered: shown.isRemembered };
}

describe('a file after another one', () => {
  it('is read by the earlier match of columns if the headings are the same', async () => {
    expect(await preview({ columns: ['P', 'Q'], mapping: 'as matched' })).toEqual({
      requested: [undefined, 'as matched'],
      mapping: 'as matched',
      isRemembered: true,
    });
  });

  it.each([
    ['other headings', { columns: ['P', 'R'], mapping: 'as matched' }],
    ['no earlier match', undefined],
  ])('is read by its own names with %s', async (_, matched) => {
    expect(await preview(matched)).toEqual({
      requested: [undefined],
      mapping: 'by name',
      isRemembered: false,
    });
  });
});
