import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { SessionsPanel } from '../../account/sessions/sessions-panel.tsx';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { paths } from '../../platform/browser/paths.ts';
import { factorsQuery } from '../../second-factor/second-factor.queries.ts';
import { FactorsPanel } from '../../second-factor/factors-panel.tsx';
import { may } from '../../platform/session/may.ts';
import { IdentitiesPanel } from '../../sign-on/identities-panel.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';

/** Password, second factors and sign-ins; where a user who owes a factor must begin. */
export function SecurityPage() {
  const user = useQuery(currentUserQuery).data;
  const navigate = useNavigate();
  // Draw the sessions once the factors have loaded, so that nothing moves.
  const isFirstDrawn = !useQuery(factorsQuery).isPending;
  const isOwed = user?.secondFactor?.isOwed === true;
  return (
    <PageFrame title="Security" width="form">
      {isOwed && (
        <Alert kind="info">
          You need a second factor to go on. Add an app or a passkey; then everything opens again.
        </Alert>
      )}
      {!isOwed && (
        <Panel label="Password">
          <h2>Password</h2>
          <div className={shared.buttons}>
            <ButtonLink variant="outline" to={paths.updatePassword}>
              Change password
            </ButtonLink>
          </div>
        </Panel>
      )}
      {user && <FactorsPanel user={user} onPaid={() => void navigate(paths.home)} />}
      {!isOwed && isFirstDrawn && <SessionsPanel />}
      {!isOwed && isFirstDrawn && may('identities:manage') && <IdentitiesPanel />}
    </PageFrame>
  );
}
