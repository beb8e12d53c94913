import type { Statement } from '@recoup/contract/statements/endpoints';
import type { StatementKind } from '@recoup/contract/statements/rules';
import { useQuery } from '@tanstack/react-query';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DownloadIcon } from '../ui/controls/icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { StatementContent } from './statement-content.tsx';
import { StatementFilters } from './statement-filters.tsx';
import { downloadStatement, isBackwards, statementQuery } from './statements.queries.ts';
import styles from './statements.module.css';
import { type StatementView, useStatementView } from './use-statement-view.ts';

/** Amounts that a client owes for a matter, on screen and as a file (product-2, section 2). */
export function StatementPage() {
  const [view, change] = useStatementView();
  const { data, error, refetch } = useQuery(statementQuery(view));
  const file = useOneMutation({
    mutationFn: (kind: StatementKind) => downloadStatement(view, kind),
    onSuccess: saveFile,
  });
  if (view.matter === '') return <NoMatter />;
  return (
    <PageFrame
      title={data ? `Statement of ${data.matter.number}` : 'Statement'}
      intro="The costs and disbursements of a matter, as its client gets them."
      actions={
        <>
          <HistoryLink subject={view.matter} />
          {(['pdf', 'xlsx'] as const).map((kind) => (
            <Button
              key={kind}
              variant="outline"
              isBusy={file.isPending && file.variables === kind}
              disabled={isBackwards(view)}
              onClick={() => file.mutate(kind)}
            >
              <DownloadIcon />
              Download {kind.toUpperCase()}
            </Button>
          ))}
        </>
      }
    >
      <Panel isBusy={!data && error === null && !isBackwards(view)}>
        {file.isError && <Alert kind="error">{file.error.message}</Alert>}
        <div className={styles.filters} data-unprinted>
          <StatementFilters view={view} onChange={change} />
        </div>
        <Shown {...{ view, data, error }} onRetry={() => void refetch()} />
      </Panel>
    </PageFrame>
  );
}

type ShownProps = {
  view: StatementView;
  data: Statement | undefined;
  error: Error | null;
  onRetry: () => void;
};

function Shown({ view, data, error, onRetry }: ShownProps) {
  // The field says what is wrong.
  if (isBackwards(view)) return null;
  if (error !== null)
    return (
      <ErrorState
        title="The statement could not be loaded."
        message={error.message}
        onRetry={onRetry}
      />
    );
  if (!data) return <p>Loading…</p>;
  return <StatementContent key={JSON.stringify(view)} statement={data} />;
}

function NoMatter() {
  return (
    <PageFrame title="Statement">
      <Panel>
        <EmptyState
          title="No matter chosen."
          action={<ButtonLink to={paths.matters}>Matters</ButtonLink>}
        >
          Choose a matter from the list; each row has its statement.
        </EmptyState>
      </Panel>
    </PageFrame>
  );
}
