import { texts } from '@recoup/contract/core/texts';
import { useLocation } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';

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

/** A door that stays shut, at the top of a flight of steps. */
function AccessDenied() {
  return (
    // Drawn inline, so that it follows the colours of the theme
    <svg
      viewBox="0 0 240 180"
      width="240"
      height="180"
      fill="none"
      role="img"
      aria-label="Access denied"
    >
      <path d="M8 164h224" stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M40 164v-14h20v-14h20v-14h88v42"
        fill="var(--surface-2)"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M96 122V46a28 28 0 0 1 56 0v76z"
        fill="var(--accent-soft)"
        stroke="var(--accent-text)"
        strokeWidth="2.5"
      />
      <path d="M104 122V48a20 20 0 0 1 40 0v74z" fill="var(--banner)" />
      <circle cx="137" cy="88" r="3" fill="var(--mint)" />
      <path d="M124 34v88" stroke="var(--mint)" strokeOpacity="0.35" strokeWidth="1.5" />
      <circle cx="182" cy="58" r="27" fill="var(--surface)" stroke="var(--bad)" strokeWidth="3" />
      <path
        d="M172 56v-5a10 10 0 0 1 20 0v5"
        stroke="var(--bad)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <rect x="168" y="56" width="28" height="19" rx="3" fill="var(--bad)" />
      <path d="M182 63v5" stroke="var(--surface)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
