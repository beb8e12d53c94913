import { useQuery } from '@tanstack/react-query';
import type { StatementKind } from '@recoup/contract/statements/endpoints';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DownloadIcon } from '../ui/controls/icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { StatementContent } from './statement-content.tsx';
import { useFilters } from '../platform/filters/filters.ts';
import { isBackwards } from '../platform/filters/period.ts';
import { StatementFilterFields } from './statement-filters.tsx';
import { downloadStatement, statementFilters, statementQuery } from './statements.queries.ts';
import styles from './statements.module.css';

/** Amounts that a client owes for a matter, on screen and as a file (product-2, section 2). */
export function StatementPage() {
  const filters = useFilters(statementFilters);
  const view = filters.values;
  const statement = useQuery(statementQuery(view));
  const { data } = statement;
  const file = useActionBy((kind: StatementKind) => downloadStatement(view, kind), {
    onDone: saveFile,
  });
  if (view.matter === '') return <NoMatter />;
  return (
    <PageFrame
      title={data ? `Statement of ${data.matter.number}` : 'Statement'}
      intro="The costs and disbursements of a matter, as its client gets them."
      actions={
        <>
          <HistoryLink subject={view.matter} />
          <ButtonLink variant="outline" to={paths.taxationPacks({ matter: view.matter })}>
            Taxation pack
          </ButtonLink>
          {(['pdf', 'xlsx'] as const).map((kind) => (
            <Button
              key={kind}
              variant="outline"
              isBusy={file.isPending && file.variables === kind}
              disabled={isBackwards(view)}
              onClick={() => file.run(kind)}
            >
              <DownloadIcon />
              Download {kind.toUpperCase()}
            </Button>
          ))}
        </>
      }
    >
      <Panel isBusy={statement.isLoading}>
        {file.isError && <Alert kind="error">{file.error.message}</Alert>}
        <div className={styles.filters} data-unprinted>
          <StatementFilterFields {...filters} />
        </div>
        {/* The field says what is wrong with a period. */}
        {!isBackwards(view) && (
          <Loaded query={statement} what="The statement">
            {(shown) => <StatementContent key={JSON.stringify(view)} statement={shown} />}
          </Loaded>
        )}
      </Panel>
    </PageFrame>
  );
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
