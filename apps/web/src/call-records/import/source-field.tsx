import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../ui/form/fields.tsx';
import { callSourcesQuery } from '../call-set-up.queries.ts';

type Props = { preview: CallImportPreview; onChoose: (source: string | undefined) => void };

/** Which of the firm's telephone systems of this kind the file is of, if there are several. */
export function SourceField({ preview: { source }, onChoose }: Props) {
  const sources = useQuery(callSourcesQuery).data ?? [];
  const ofKind = sources.filter(({ system }) => system === source.system);
  if (ofKind.length < 2) return null;
  const known = ofKind.map(({ _id, name }) => ({ value: _id, label: name }));
  const added = source._id === null ? [{ value: '', label: `${source.name} (new)` }] : [];
  return (
    <SelectField
      label="Telephone system"
      options={[...added, ...known]}
      value={source._id ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
    />
  );
}
