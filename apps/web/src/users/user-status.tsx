import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { StatusDot } from '../ui/feedback/status-dot.tsx';

/** Specification, sections 2.6 and 4. */
const statuses = {
  [userStatus.blocked]: { label: 'Blocked', tone: 'bad' },
  [userStatus.inactive]: { label: 'Inactive', tone: 'warn' },
  [userStatus.active]: { label: 'Active', tone: 'good' },
} as const satisfies Record<UserStatus, { label: string; tone: string }>;

/** The word for a status. */
export function statusText(status: UserStatus): string {
  return statuses[status].label;
}

export function UserStatusLabel({ status }: { status: UserStatus }) {
  return <StatusDot {...statuses[status]} />;
}
