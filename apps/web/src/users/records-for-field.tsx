import { userStatus } from '@recoup/contract/core/access';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { ChoiceList } from '../ui/form/choice-list.tsx';
import { allAttorneysQuery } from './users.queries.ts';

type Props = {
  attorney: User | undefined;
  value: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** For which attorneys a secretary records; folded away, because few do. */
export function RecordsForField({ attorney, value, onChange }: Props) {
  const attorneys = useQuery(allAttorneysQuery);
  const known = (attorneys.data ?? [])
    .filter(({ _id, status }) => status === userStatus.active || value.includes(_id))
    .filter(({ _id }) => _id !== attorney?._id)
    .map(({ _id, name, status }) => ({
      value: _id,
      label: status === userStatus.active ? name : `${name} (not active)`,
    }));
  // Until the list is there, those that were read.
  const read = attorney?.recordsFor.map(({ _id, name }) => ({ value: _id, label: name })) ?? [];
  return (
    <>
      <NotLoaded what="The attorneys" of={attorneys} />
      <ChoiceList
        label="Records for"
        description="This person may record entries for the chosen attorneys, at their prices."
        options={known.length > 0 ? known : read}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
