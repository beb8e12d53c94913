import { useQuery } from '@tanstack/react-query';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../platform/edit-conflict/three-way.ts';
import { statusText } from '../users/user-status.tsx';
import { userQuery } from '../users/users.queries.ts';
import type { Person, SavedAdmin } from './use-save-admin.ts';

type Props = {
  id: string;
  yours: Person;
  choose: ConflictChoices<SavedAdmin> & { base: Person };
};

export function AdminEditConflict({ id, yours, choose }: Props) {
  const saved = useQuery({ ...userQuery(id), refetchOnMount: 'always' });
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) =>
        listDifferences<Person>({ base: choose.base, yours, theirs }, conflictLines)
      }
      choose={choose}
    />
  );
}

function conflictLines({ name, email, cell, status }: Person): Line[] {
  return [
    ['Name', name],
    ['Email', email],
    ['Cell', cell],
    ['Status', statusText(status)],
  ];
}
