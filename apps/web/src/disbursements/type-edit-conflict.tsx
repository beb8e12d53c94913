import { useQuery } from '@tanstack/react-query';
import { EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { differencesOf, type Line } from '../platform/edit-conflict/three-way.ts';
import { disbursementQuery } from './disbursements.queries.ts';
import type { Values, useSaveType } from './use-save-type.ts';

type ChangedProps = {
  id: string;
  yours: Values;
  choose: Pick<ReturnType<typeof useSaveType>, 'base' | 'reload' | 'overwrite'>;
};

export function TypeEditConflict({ id, yours, choose }: ChangedProps) {
  const saved = useQuery({ ...disbursementQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: Values) => differencesOf({ base: choose.base, yours, theirs }, linesOf);
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

function linesOf({ title, fixed, calculated, active }: Values): Line[] {
  const word = (isSo: boolean) => (isSo ? 'Yes' : 'No');
  return [
    ['Name', title],
    ['Fixed', word(fixed)],
    ['Calculated', word(calculated)],
    ['In use', word(active)],
  ];
}
