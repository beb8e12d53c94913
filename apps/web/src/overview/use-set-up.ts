import { useQuery } from '@tanstack/react-query';
import { rateMatrixQuery } from '../call-fees/call-fees.queries.ts';
import { allAttorneysQuery } from '../users/users.queries.ts';
import { allDisbursementsQuery } from '../disbursements/disbursements.queries.ts';
import { paths } from '../platform/browser/paths.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import type { Result } from './overview-panel.tsx';
import { hasMattersQuery } from './overview.queries.ts';
import { hasActiveAttorney, hasAllCallFees, hasTypeBesideCall } from './set-up.ts';

export type Step = {
  title: string;
  about: string;
  /** Without one, another user does it. */
  link?: { to: string; label: string };
  result: Result<boolean>;
};

/** Set-up steps of a new firm before its first entry; each has its own query result. */
export function useSetUp(): Step[] {
  const user = useQuery(currentUserQuery);
  const firm = user.data?.firm?._id;
  const types = useQuery({ ...allDisbursementsQuery(firm ?? ''), enabled: firm !== undefined });
  const attorneys = useQuery(allAttorneysQuery);
  const fees = useFees({ types, attorneys });
  const matters = useQuery(hasMattersQuery);
  const domains = user.data?.firm?.domains;
  return [
    {
      title: 'E-mail domains of the firm',
      about: domains?.length
        ? `Attorneys sign in with addresses of ${domains.join(', ')}.`
        : 'Attorneys need addresses of the firm. The system admin adds its domains.',
      result: { ...user, data: domains && domains.length > 0 },
    },
    {
      title: 'Disbursement types',
      about: 'Call is there. Add what else your firm recovers, such as photocopies.',
      link: { to: paths.disbursements, label: 'Disbursement types' },
      result: { ...types, data: types.data && hasTypeBesideCall(types.data) },
    },
    {
      title: 'Attorneys',
      about: 'Register the attorneys who record, each with disbursement types.',
      link: { to: paths.attorneys, label: 'Attorneys' },
      result: { ...attorneys, data: attorneys.data && hasActiveAttorney(attorneys.data) },
    },
    {
      title: 'Call fees',
      about: 'Give each attorney fees for the types that are charged by time.',
      link: { to: paths.fees, label: 'Fees' },
      result: fees,
    },
    { ...firstImport, result: matters },
  ];
}

const firstImport = {
  title: 'Matters',
  about: 'Import the file of matters from your practice system.',
  link: { to: paths.fileHandler, label: 'Import / Export' },
};

type FeeQueries = {
  types: Result<Parameters<typeof hasAllCallFees>[0]['types']>;
  attorneys: Result<Parameters<typeof hasAllCallFees>[0]['attorneys']>;
};

function useFees({ types, attorneys }: FeeQueries): Result<boolean> {
  const rows = useQuery(rateMatrixQuery(undefined));
  const all = [types, attorneys, rows] as const;
  return {
    data:
      types.data && attorneys.data && rows.data
        ? hasAllCallFees({ types: types.data, attorneys: attorneys.data, rows: rows.data })
        : undefined,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: (options) =>
      all.filter(({ error }) => error !== null).map((query) => query.refetch(options)),
  };
}
