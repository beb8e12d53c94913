import type { FeeDetail } from '@recoup/contract/audit/sentences';
import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';

type Changed = {
  disbursementTypeId: string;
  validFrom: string;
  before: readonly CallFeeBand[];
  after: readonly CallFeeBand[];
};

/** Changed call fees for the audit log, with the prices before and after. */
export function toFeeDetail({ disbursementTypeId, validFrom, before, after }: Changed): FeeDetail {
  return {
    disbursementType: disbursementTypeId,
    validFrom,
    change: [before.map(toFeeRow), after.map(toFeeRow)],
  };
}
