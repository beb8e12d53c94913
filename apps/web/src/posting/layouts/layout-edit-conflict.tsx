import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { useQuery } from '@tanstack/react-query';
import { EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { differencesOf, type Line } from '../../platform/edit-conflict/three-way.ts';
import { postingLayoutQuery } from '../posting.queries.ts';
import * as options from './layout-options.ts';
import { columnText, type LayoutValues, valuesOf } from './layout-values.ts';
import type { useSaveLayout } from './use-save-layout.ts';

type Props = {
  id: string;
  yours: LayoutValues;
  choose: Pick<ReturnType<typeof useSaveLayout>, 'base' | 'reload' | 'overwrite' | 'isPerhapsOwn'>;
};

export function LayoutEditConflict({ id, yours, choose }: Props) {
  const saved = useQuery({ ...postingLayoutQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: PostingLayout) =>
    differencesOf({ base: choose.base, yours, theirs: valuesOf(theirs) }, linesOf);
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

function linesOf(values: LayoutValues): Line[] {
  const { name, header, delimiter, quote, lineEnd, encoding, records, columns } = values;
  return [
    ['Name', name],
    ['Delimiter', labelOf(options.delimiterOptions, delimiter)],
    ['Quotation marks', labelOf(options.quoteOptions, quote)],
    ['End of line', labelOf(options.lineEndOptions, lineEnd)],
    ['Characters', labelOf(options.encodingOptions, encoding)],
    ['Records for each entry', labelOf(options.recordOptions, records)],
    ['First line with titles', header ? 'Yes' : 'No'],
    ['Columns', columns.map((column) => columnWords(column)).join('; ')],
  ];
}

function columnWords({ key: _key, ...column }: LayoutValues['columns'][number]): string {
  const { title, fit, align, pad, date, sign, decimalMark } = column;
  const format = [fit, align, pad, date, sign, decimalMark].filter((word) => word !== '');
  return `${title} (${columnText({ ...column, key: '' })}; ${format.join(', ')})`;
}

function labelOf(known: readonly { value: string; label: string }[], value: string): string {
  return known.find((option) => option.value === value)?.label ?? value;
}
