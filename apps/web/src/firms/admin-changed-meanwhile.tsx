import { useQuery } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../platform/changed-meanwhile.tsx';
import { statusWord } from '../users/user-status.tsx';
import { userQuery } from '../users/users.queries.ts';
import type { Person, SavedAdmin } from './use-save-admin.ts';

type Props = {
  readonly id: string;
  readonly yours: Person;
  readonly choose: { readonly takeTheirs: (theirs: SavedAdmin) => void; readonly keepMine: (theirs: SavedAdmin) => void };
};

export function AdminChangedMeanwhile({ id, yours, choose }: Props) {
  const saved = useQuery({ ...userQuery(id), refetchOnMount: 'always' });
  return <ChangedMeanwhile saved={saved} differences={(theirs) => differences(yours, theirs)} choose={choose} />;
}

function differences(yours: Person, theirs: Person) {
  const lines = ({ email, cell, status }: Person): [string, string][] => [
    ['Email', email],
    ['Cell', cell],
    ['Status', statusWord(status)],
  ];
  const saved = lines(theirs);
  return lines(yours)
    .map(([field, mine], index) => ({ field, yours: mine, theirs: saved[index]?.[1] ?? '' }))
    .filter((each) => each.yours !== each.theirs);
}
