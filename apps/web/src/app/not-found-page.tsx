import { ButtonLink } from '../ui/button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { EmptyState } from '../ui/states.tsx';
import { paths } from '../platform/paths.ts';
import { session } from '../platform/session.ts';

export function NotFoundPage() {
  const isSignedIn = session.isSignedIn();
  return (
    <PageFrame title="Page not found">
      <EmptyState
        title="There is no page at this address."
        action={<ButtonLink to={isSignedIn ? paths.home : paths.logon()}>{isSignedIn ? 'Go home' : 'Sign in'}</ButtonLink>}
      >
        It may have been mistyped, or the page has moved.
      </EmptyState>
    </PageFrame>
  );
}
