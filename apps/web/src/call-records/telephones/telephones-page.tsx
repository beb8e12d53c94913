import { useQuery } from '@tanstack/react-query';
import { attorneyNamesQuery } from '../../entries/lists/firm-entries.queries.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { callSourcesQuery, extensionsQuery } from '../call-set-up.queries.ts';
import { ExtensionsPanel } from './extensions-panel.tsx';
import { SourcesPanel } from './sources-panel.tsx';

const intro =
  'Where your call records come from, and whose calls they are. A change also holds for calls ' +
  'that were imported before and are not recorded yet.';

/** The telephone systems and the extensions of the firm (product-2, section 4). */
export function TelephonesPage() {
  return (
    <PageFrame
      title="Telephones"
      width="form"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={paths.callImports}>
          Import calls
        </ButtonLink>
      }
    >
      <Panels />
    </PageFrame>
  );
}

function Panels() {
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const sources = useReadOnce(callSourcesQuery);
  const extensions = useReadOnce(extensionsQuery);
  const names = useQuery({ ...attorneyNamesQuery(firm ?? ''), enabled: firm !== undefined });
  const error = sources.error ?? extensions.error ?? names.error;
  if (error !== null)
    return (
      <Panel label="Telephones">
        <ErrorState
          title="The telephones could not be loaded."
          message={error.message}
          onRetry={() =>
            void Promise.all([sources, extensions, names].map((query) => query.refetch()))
          }
        />
      </Panel>
    );
  if (!sources.data || !extensions.data || !names.data)
    return (
      <Panel label="Telephones" isBusy>
        <p aria-busy="true">Loading…</p>
      </Panel>
    );
  return (
    <>
      <SourcesPanel sources={sources.data} />
      <ExtensionsPanel extensions={extensions.data} attorneys={names.data} />
    </>
  );
}
