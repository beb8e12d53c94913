import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';

export function NotFoundPage() {
  const isSignedIn = session.isSignedIn();
  return (
    <PageFrame title="Page not found">
      <EmptyState
        title="There is no page at this address."
        action={
          <ButtonLink to={isSignedIn ? paths.home : paths.logon()}>
            {isSignedIn ? 'Go home' : 'Sign in'}
          </ButtonLink>
        }
      >
        It may have been mistyped, or the page has moved.
      </EmptyState>
    </PageFrame>
  );
}
