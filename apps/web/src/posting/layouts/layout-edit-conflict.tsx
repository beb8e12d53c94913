import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { useQuery } from '@tanstack/react-query';
import { EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../../platform/edit-conflict/three-way.ts';
import { postingLayoutQuery } from '../posting.queries.ts';
import * as options from './layout-options.ts';
import { columnText, type LayoutValues, layoutValuesFrom } from './layout-values.ts';
import type { useSaveLayout } from './use-save-layout.ts';

type Props = {
  id: string;
  yours: LayoutValues;
  choose: Pick<ReturnType<typeof useSaveLayout>, 'base' | 'reload' | 'overwrite' | 'isPerhapsOwn'>;
};

export function LayoutEditConflict({ id, yours, choose }: Props) {
  const saved = useQuery({ ...postingLayoutQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: PostingLayout) =>
    listDifferences({ base: choose.base, yours, theirs: layoutValuesFrom(theirs) }, toLines);
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

function toLines(values: LayoutValues): Line[] {
  const { name, header, delimiter, quote, lineEnd, encoding, records, columns } = values;
  return [
    ['Name', name],
    ['Delimiter', optionLabel(options.delimiterOptions, delimiter)],
    ['Quotation marks', optionLabel(options.quoteOptions, quote)],
    ['End of line', optionLabel(options.lineEndOptions, lineEnd)],
    ['Characters', optionLabel(options.encodingOptions, encoding)],
    ['Records for each entry', optionLabel(options.recordOptions, records)],
    ['First line with titles', header ? 'Yes' : 'No'],
    ['Columns', columns.map((column) => columnDetails(column)).join('; ')],
  ];
}

function columnDetails({ key: _key, ...column }: LayoutValues['columns'][number]): string {
  const { title, fit, align, pad, date, sign, decimalMark } = column;
  const format = [fit, align, pad, date, sign, decimalMark].filter((word) => word !== '');
  return `${title} (${columnText({ ...column, key: '' })}; ${format.join(', ')})`;
}

function optionLabel(known: readonly { value: string; label: string }[], value: string): string {
  return known.find((option) => option.value === value)?.label ?? value;
}
