import { useQuery } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../platform/edit-conflict/edit-conflict.tsx';
import { differencesOf, type Line } from '../platform/edit-conflict/three-way.ts';
import { statusWord } from '../users/user-status.tsx';
import { userQuery } from '../users/users.queries.ts';
import type { Person, SavedAdmin } from './use-save-admin.ts';

type Props = {
  id: string;
  yours: Person;
  choose: {
    base: Person;
    takeTheirs: (theirs: SavedAdmin) => void;
    keepMine: (theirs: SavedAdmin) => void;
  };
};

export function AdminChangedMeanwhile({ id, yours, choose }: Props) {
  const saved = useQuery({ ...userQuery(id), refetchOnMount: 'always' });
  return (
    <ChangedMeanwhile
      saved={saved}
      differences={(theirs) => differencesOf<Person>({ base: choose.base, yours, theirs }, linesOf)}
      choose={choose}
    />
  );
}

function linesOf({ email, cell, status }: Person): Line[] {
  return [
    ['Email', email],
    ['Cell', cell],
    ['Status', statusWord(status)],
  ];
}
