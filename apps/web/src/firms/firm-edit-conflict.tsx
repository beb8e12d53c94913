import type { Firm } from '@recoup/contract/firms/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { type Difference, listDifferences } from '../platform/edit-conflict/three-way.ts';
import { firmQuery } from './firms.queries.ts';
import { domainPlaces, type FirmValues } from './use-save-firm.ts';

type Props = {
  /** The firm as the form loaded it. */
  read: Firm;
  yours: FirmValues;
  choose: ConflictChoices<Firm>;
};
type Compared = Pick<Firm, 'name' | 'domains' | 'logo'>;

export function FirmEditConflict({ read, yours, choose }: Props) {
  const saved = useQuery({ ...firmQuery(read._id), refetchOnMount: 'always' });
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) => differences(read, yours, theirs)}
      choose={choose}
    />
  );
}

function differences(base: Firm, typed: FirmValues, theirs: Firm): readonly Difference[] {
  const yours = { ...typed, logo: typed.logo === '' ? base.logo : typed.logo };
  const logoWord = (logo: string | null) => {
    if (logo === null) return 'none';
    if (logo === theirs.logo) return 'the one saved';
    return logo === base.logo ? 'the one before' : 'another one';
  };
  return listDifferences<Compared>({ base, yours, theirs }, ({ name, domains, logo }) => [
    ['Firm Name', name],
    ...domainPlaces.map((place) => [`Domain ${place + 1}`, domains[place] ?? ''] as const),
    ['Logo', logoWord(logo)],
  ]);
}
