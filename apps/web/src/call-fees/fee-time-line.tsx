import type { PastCallFees } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand } from '@recoup/contract/call-fees/fee-rows';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { useQuery } from '@tanstack/react-query';
import { today } from '../platform/browser/local-day.ts';
import { timeLineItem, valueWithout } from '../platform/browser/periods.ts';
import { TimeLine } from '../ui/list/time-line.tsx';
import { callFeeHistoryQuery } from './call-fees.queries.ts';
import { isSameFees } from './same-fees.ts';
import { scheduleText } from './fee-text.ts';

type Props = {
  attorneyId: string;
  typeId: string;
  /** Fills the form, whose Save changes the fees of that day. */
  onFill: (bands: readonly CallFeeBand[], day: string) => void;
  /** The form holds typed text. */
  isTyped: boolean;
};

/** The call fees of an attorney for a type through time, the last ones first. */
export function FeeTimeLine({ onFill, isTyped, ...of }: Props) {
  const { data, error } = useQuery(callFeeHistoryQuery(of));
  const live = data?.filter(({ replacedAt }) => replacedAt === null);
  const earlier = data?.filter(({ replacedAt }) => replacedAt !== null) ?? [];
  return (
    <TimeLine
      title="Fees through time"
      headingLevel={3}
      none="No call fees yet."
      error={error}
      items={live?.map((version) => ({
        ...toItem(version),
        ...versionActions(live, version, onFill),
      }))}
      earlier={earlier.map(toItem)}
      isTyped={isTyped}
    />
  );
}

function toItem(version: PastCallFees) {
  const { callFees } = version;
  const text = callFees.length === 0 ? 'No call fees' : scheduleText(callFees.map(toCallFeeBand));
  return timeLineItem(version, { text, today: today() });
}

/** A coming version is edited, or removed: then the fees before it hold on. */
function versionActions(
  live: readonly PastCallFees[],
  version: PastCallFees,
  onFill: Props['onFill'],
) {
  const { validFrom, callFees } = version;
  if (validFrom <= today()) return {};
  const rest = valueWithout(live, version)?.callFees ?? [];
  const fillWith = (rows: typeof rest) => () => onFill(rows.map(toCallFeeBand), validFrom);
  return {
    onEdit: fillWith(callFees),
    ...(!isSameFees(rest, callFees) && { onRemove: fillWith(rest) }),
  };
}
