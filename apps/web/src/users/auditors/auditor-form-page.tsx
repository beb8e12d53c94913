import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { RecordPending } from '../../platform/api/record-pending.tsx';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import type { Loading } from '../../ui/feedback/loaded.tsx';
import { userQuery } from '../users.queries.ts';
import { AuditorForm } from './auditor-form.tsx';
import { formTitle } from './auditor-values.ts';

/** Adds, or edits with an `auditorId`. */
export function AuditorFormPage() {
  const id = useSearchParams()[0].get('auditorId') ?? undefined;
  const user = useQuery(currentUserQuery);
  const firm = user.data?.firm?._id;
  if (firm === undefined) return <Waiting id={id} query={user} />;
  return id === undefined ? (
    <AuditorForm firm={firm} auditor={undefined} />
  ) : (
    <EditAuditor firm={firm} id={id} />
  );
}

function EditAuditor({ firm, id }: { firm: string; id: string }) {
  const query = useReadOnce(userQuery(id));
  if (query.data) return <AuditorForm firm={firm} auditor={query.data} />;
  return <Waiting id={id} query={query} />;
}

type WaitingProps = {
  id: string | undefined;
  query: Pick<Loading<unknown>, 'error' | 'refetch'>;
};

function Waiting({ id, query }: WaitingProps) {
  const rest = { what: 'auditor', list: paths.auditors };
  return <RecordPending {...rest} title={formTitle(id)} query={query} />;
}
