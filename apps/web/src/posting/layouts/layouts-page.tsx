import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { paths } from '../../platform/browser/paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PlusIcon } from '../../ui/controls/icons.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { countOf } from '../../ui/lib/format.ts';
import { deleteLayout, postingLayoutsQuery } from '../posting.queries.ts';
import styles from '../posting.module.css';
import { PostingSettingsForm } from '../settings/posting-settings-form.tsx';
import { canBeCopied } from './layout-values.ts';

const intro =
  'How an export is written for a bookkeeping program. Choose the layout on the page of the ' +
  'export, or add a layout of your own.';

/** The built-in layouts and those of the firm (product-2, section 2). */
export function PostingLayoutsPage() {
  const { data, error, refetch } = useQuery(postingLayoutsQuery);
  return (
    <PageFrame
      title="Posting layouts"
      width="form"
      intro={intro}
      actions={
        <ButtonLink to={paths.addPostingLayout} data-shortcut="n">
          <PlusIcon />
          Add layout
        </ButtonLink>
      }
    >
      <Panel label="Layouts">
        {error !== null && !data && (
          <ErrorState
            title="The posting layouts could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {!data && error === null && <p aria-busy="true">Loading…</p>}
        {data !== undefined && (
          <ul className={styles.layouts} aria-label="Posting layouts">
            {data.map((layout) => (
              <Layout key={layout._id} layout={layout} />
            ))}
          </ul>
        )}
      </Panel>
    </PageFrame>
  );
}

function Layout({ layout }: { layout: PostingLayout }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={shared.stack}>
      <div className={styles.head}>
        <div>
          <h2>{layout.name}</h2>
          <p className={shared.muted}>{layoutFacts(layout)}</p>
        </div>
        {layout.isBuiltIn && <Tag>Built in</Tag>}
      </div>
      {isOpen ? (
        <PostingSettingsForm
          layout={layout}
          missing={{}}
          onSaved={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      ) : (
        <LayoutActions layout={layout} onSettings={() => setOpen(true)} />
      )}
    </li>
  );
}

function LayoutActions({ layout, onSettings }: { layout: PostingLayout; onSettings: () => void }) {
  const { _id: id, name, isBuiltIn } = layout;
  return (
    <div className={shared.buttons}>
      <Button
        variant="outline"
        size="small"
        aria-label={`Settings of ${name}`}
        onClick={onSettings}
      >
        Settings
      </Button>
      {canBeCopied(layout) && (
        <ButtonLink
          variant="outline"
          size="small"
          aria-label={`Copy ${name}`}
          to={paths.copyPostingLayout({ copyOf: id })}
        >
          Copy
        </ButtonLink>
      )}
      {!isBuiltIn && (
        <>
          <ButtonLink
            variant="outline"
            size="small"
            aria-label={`Edit ${name}`}
            to={paths.updatePostingLayout({ layoutId: id })}
          >
            Edit
          </ButtonLink>
          <DeleteLayout layout={layout} />
        </>
      )}
    </div>
  );
}

function DeleteLayout({ layout: { _id: id, name } }: { layout: PostingLayout }) {
  const client = useQueryClient();
  const removal = useOneMutation({
    mutationFn: () => deleteLayout(id),
    onSuccess: async () => {
      toast(`${name} deleted.`);
      await client.invalidateQueries({ queryKey: queryKeys.postingLayouts });
    },
  });
  return (
    <ConfirmButton
      variant="outline"
      size="small"
      title={`Delete ${name}?`}
      question="The layout and its settings are deleted. Control totals of its files stay."
      confirmLabel="Delete layout"
      confirming={removal}
      onConfirm={() => removal.mutate()}
    >
      Delete <span className="visually-hidden">{name}</span>
    </ConfirmButton>
  );
}

function layoutFacts({ columns, delimiter, records }: PostingLayout): string {
  const parts = [
    countOf(columns.length, 'column', 'columns'),
    delimiter === null ? 'fixed width' : 'with a delimiter',
    records === 2 ? 'two records an entry' : 'one record an entry',
  ];
  return parts.join(', ');
}
