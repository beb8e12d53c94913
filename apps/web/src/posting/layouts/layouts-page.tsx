import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { type PostingLayout, postingEndpoints } from '@recoup/contract/posting/endpoints';
import { paths } from '../../platform/browser/paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PlusIcon } from '../../ui/controls/icons.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { countOf } from '../../ui/lib/format.ts';
import { send } from '../../platform/api/api-client.ts';
import { DeleteItemButton } from '../../platform/api/delete-item-button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { OldAnswer } from '../../ui/feedback/old-answer.ts';
import { canBeCopied, shownPostingLayoutsQuery } from '../posting.queries.ts';
import styles from '../posting.module.css';
import { PostingSettingsForm } from '../settings/posting-settings-form.tsx';

const intro =
  'How an export is written for a bookkeeping program. Choose the layout on the page of the ' +
  'export, or add a layout of your own.';

/** The built-in layouts and those of the firm (product-2, section 2). */
export function PostingLayoutsPage() {
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
        <Loaded query={useQuery(shownPostingLayoutsQuery)} what="The posting layouts">
          {(layouts) => (
            <ul className={styles.layouts} aria-label="Posting layouts">
              {layouts.map((layout) => (
                <Layout key={layout._id} layout={layout} />
              ))}
            </ul>
          )}
        </Loaded>
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
        isPaused={useContext(OldAnswer)}
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
          <DeleteItemButton
            name={name}
            question="The layout and its settings are deleted. Control totals of its files stay."
            confirmLabel="Delete layout"
            changes={['posting-layouts']}
            remove={async () => send(postingEndpoints.deletePostingLayout, { params: { id } })}
          />
        </>
      )}
    </div>
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
