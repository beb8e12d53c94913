import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { isChanging } from './bulk-call-fees-preview.tsx';
import { applyCallFees } from '../users.queries.ts';

export function useApply({
  type,
  bands,
  callFeesFrom,
  onApplied,
}: {
  type: DisbursementType;
  bands: readonly CallFeeBand[];
  callFeesFrom: string;
  onApplied: () => void;
}) {
  const client = useQueryClient();
  const body = {
    disbursementType: type._id,
    callFees: bands.map(toFeeRow),
    ...(callFeesFrom !== '' && { callFeesFrom }),
  };
  const preview = useOneMutation({
    mutationFn: (attorneys: string[]) => applyCallFees({ ...body, attorneys, dryRun: true }),
  });
  const apply = useOneMutation({
    mutationFn: (attorneys: string[]) => {
      const expected = preview.data?.map(({ _id, version }) => ({ _id, version }));
      return applyCallFees({ ...body, attorneys, expected, dryRun: false });
    },
    onSuccess: async (changed) => {
      const count = changed.filter(isChanging).length;
      toast(`${type.title} fees updated for ${count === 1 ? '1 attorney' : `${count} attorneys`}.`);
      await Promise.all(
        [queryKeys.users, queryKeys.callFees].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      onApplied();
    },
  });
  return { preview, apply };
}
