import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { allDisbursementsQuery } from '../disbursements/disbursements.queries.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { type Loading, together } from '../ui/feedback/loaded.tsx';
import { AttorneyForm } from './attorney-form.tsx';
import { type Firm, formTitle } from './attorney-form-values.ts';
import { userQuery } from './users.queries.ts';

/** Adds, or edits with an `attorneyId` (specification, section 2.7). */
export function AttorneyFormPage() {
  const [params] = useSearchParams();
  const id = params.get('attorneyId') ?? undefined;
  const user = useQuery(currentUserQuery);
  const firm = user.data?.firm;
  if (firm === undefined || firm === null) return <Waiting id={id} query={user} />;
  return id === undefined ? <AddAttorney firm={firm} /> : <EditAttorney firm={firm} id={id} />;
}

function AddAttorney({ firm }: { firm: Firm }) {
  const types = useQuery(allDisbursementsQuery(firm._id));
  if (types.data) return <AttorneyForm firm={firm} types={types.data} attorney={undefined} />;
  return <Waiting id={undefined} query={types} />;
}

function EditAttorney({ firm, id }: { firm: Firm; id: string }) {
  const query = together(useQuery(allDisbursementsQuery(firm._id)), useReadOnce(userQuery(id)));
  if (!query.data) return <Waiting id={id} query={query} />;
  const [types, attorney] = query.data;
  return <AttorneyForm firm={firm} types={types} attorney={attorney} />;
}

type WaitingProps = {
  id: string | undefined;
  query: Pick<Loading<unknown>, 'error' | 'refetch'>;
};

function Waiting({ id, query }: WaitingProps) {
  const rest = { what: 'attorney', list: paths.attorneys };
  return <RecordPending {...rest} title={formTitle(id)} query={query} />;
}
