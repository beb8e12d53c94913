import { role } from '@recoup/contract/core/access';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { type Incident, incidentQuery } from '../audit.queries.ts';
import { IncidentAnswers } from './incident-answers.tsx';
import { IncidentForm } from './incident-form.tsx';
import { useIncident } from './incident-view.ts';

const intro =
  'The answers to the Information Regulator’s form about a security compromise, as far as Recoup ' +
  'knows them. The rest is for the firm to fill in.';

/** An incident, chosen by days and a person, a session or an address, and its answers. */
export function IncidentPage() {
  const isOfAll = useQuery(currentUserQuery).data?.role === role.systemAdmin;
  const { values, incident, show } = useIncident();
  return (
    <PageFrame
      title="Incident pack"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={isOfAll ? paths.auditOfAll : paths.audit}>
          Audit
        </ButtonLink>
      }
    >
      <Panel label="The incident">
        <IncidentForm
          key={JSON.stringify(values)}
          values={values}
          isOfAll={isOfAll}
          onShow={show}
        />
      </Panel>
      {incident !== undefined && <Answers incident={incident} />}
    </PageFrame>
  );
}

function Answers({ incident }: { incident: Incident }) {
  const { data, error, refetch } = useQuery(incidentQuery(incident));
  if (data !== undefined && error === null)
    return <IncidentAnswers incident={incident} pack={data} />;
  return (
    <Panel label="Answers" isBusy={error === null}>
      {error === null ? (
        <p>Loading…</p>
      ) : (
        <ErrorState
          title="The answers could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  );
}
