import type { Matter } from '@recoup/contract/matters/endpoints';
import { StatusDot } from '../ui/feedback/status-dot.tsx';

const tones = { Open: 'good', Pending: 'warn', Closed: 'plain' } as const satisfies Record<
  Matter['status'],
  string
>;

export function MatterStatus({ status }: Pick<Matter, 'status'>) {
  return <StatusDot label={status} tone={tones[status]} />;
}
