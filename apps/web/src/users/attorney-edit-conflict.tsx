import type { UserStatus } from '@recoup/contract/core/access';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { scheduleText } from '../call-fees/fee-text.ts';
import { type AttorneyValues, formValuesFrom } from './attorney-form-values.ts';
import { differences } from './attorney-conflict.ts';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { statusText } from './user-status.tsx';
import { allAttorneysQuery, userQuery } from './users.queries.ts';

type Props = {
  attorneyId: string;
  types: readonly DisbursementType[];
  yours: AttorneyValues;
  save: ConflictChoices<User> & { base: AttorneyValues };
};

export function AttorneyEditConflict({ attorneyId, types, yours, save }: Props) {
  const { base } = save;
  const saved = useQuery({ ...userQuery(attorneyId), refetchOnMount: 'always' });
  const people = useQuery(allAttorneysQuery).data ?? [];
  const compare = (theirs: User) =>
    differences({ base, yours, theirs: formValuesFrom(theirs) }, formattersFor(types, people));
  return <EditConflict saved={saved} differences={compare} choose={save} />;
}

type People = readonly { _id: string; name: string }[];

function formattersFor(types: readonly DisbursementType[], people: People) {
  return {
    status: (status: string) => statusText(Number(status) as UserStatus), // of the radios
    type: (typeId: string) => types.find(({ _id }) => _id === typeId)?.title ?? 'Unknown type',
    fees: scheduleText,
    person: (id: string) => people.find(({ _id }) => _id === id)?.name ?? 'Unknown person',
  };
}
