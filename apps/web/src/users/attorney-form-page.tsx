import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { allDisbursementsQuery } from '../disbursements/disbursements.queries.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { AttorneyForm } from './attorney-form.tsx';
import { type Firm, formTitle } from './attorney-form-values.ts';
import { userQuery } from './users.queries.ts';

/** Adds, or edits with an `attorneyId` (specification, section 2.7). */
export function AttorneyFormPage() {
  const [params] = useSearchParams();
  const id = params.get('attorneyId') ?? undefined;
  const user = useQuery(currentUserQuery);
  const firm = user.data?.firm;
  if (firm === undefined || firm === null) return <Waiting title={formTitle(id)} failed={[user]} />;
  return id === undefined ? <AddAttorney firm={firm} /> : <EditAttorney firm={firm} id={id} />;
}

function AddAttorney({ firm }: { firm: Firm }) {
  const types = useQuery(allDisbursementsQuery(firm._id));
  if (types.data) return <AttorneyForm firm={firm} types={types.data} attorney={undefined} />;
  return <Waiting title={formTitle(undefined)} failed={[types]} />;
}

function EditAttorney({ firm, id }: { firm: Firm; id: string }) {
  const types = useQuery(allDisbursementsQuery(firm._id));
  const attorney = useReadOnce(userQuery(id));
  if (types.data && attorney.data) {
    return <AttorneyForm firm={firm} types={types.data} attorney={attorney.data} />;
  }
  return <Waiting title={formTitle(id)} failed={[types, attorney]} />;
}

type Loading = { error: Error | null; refetch: () => unknown };

function Waiting({ title, failed }: { title: string; failed: readonly Loading[] }) {
  const error = failed.find((each) => each.error !== null)?.error ?? null;
  const onRetry = () => failed.forEach((each) => void each.refetch());
  return (
    <RecordPending
      title={title}
      what="attorney"
      error={error}
      onRetry={onRetry}
      list={paths.attorneys}
    />
  );
}
