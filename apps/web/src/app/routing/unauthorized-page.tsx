import { texts } from '@recoup/contract/core/texts';
import { useLocation } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AccessDenied } from './access-denied-picture.tsx';

/** The server's reason or the specification's text, and a way on from here. */
export function UnauthorizedPage() {
  const isSignedIn = session.isSignedIn();
  const { state } = useLocation();
  const back = typeof state === 'string' ? { to: state } : {};
  return (
    <PageFrame title="No access">
      <EmptyState
        picture={<AccessDenied />}
        title={session.endReason() ?? texts.unauthorized}
        action={
          isSignedIn ? (
            <ButtonLink to={paths.home}>Go home</ButtonLink>
          ) : (
            <ButtonLink to={paths.logon(back)}>Sign in again</ButtonLink>
          )
        }
      >
        {isSignedIn
          ? 'Your role does not have access to this page.'
          : 'Saved work is safe. You will return to this page after signing in.'}
      </EmptyState>
    </PageFrame>
  );
}
