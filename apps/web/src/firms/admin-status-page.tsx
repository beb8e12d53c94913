import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';

/** Specification, section 2: a placeholder without behaviour. */
export function AdminStatusPage() {
  return (
    <PageFrame title="Update admin status">
      <EmptyState
        title="Nothing to do here"
        action={<ButtonLink to={paths.firms}>Attorney Firms</ButtonLink>}
      >
        To change an administrator’s status, open them from the firm list.
      </EmptyState>
    </PageFrame>
  );
}
