import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { type ConflictChoices, EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { type CellChange, cellDifferences } from './cell-differences.ts';
import { attorneyQuery } from './fees.queries.ts';

type Props = {
  /** The attorney as the dialog read it. */
  base: User;
  types: readonly DisbursementType[];
  yours: CellChange;
  choose: ConflictChoices<User>;
};

/** Changes that another user saved to the attorney since the dialog opened. */
export function CellConflict({ base, types, yours, choose }: Props) {
  const saved = useQuery({ ...attorneyQuery(base._id), refetchOnMount: 'always' });
  const titles = new Map(types.map(({ _id, title }) => [_id, title]));
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) => cellDifferences({ base, theirs, yours, titles })}
      choose={choose}
    />
  );
}
