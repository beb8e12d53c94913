import type { ListName } from '@recoup/contract/list-views/endpoints';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { InlineSelect } from '../ui/list/inline-select.tsx';
import { ColumnsDialog, type OptionalColumn } from './columns-dialog.tsx';
import styles from './list-views.module.css';
import { type ListSettings, useListSettings } from './use-list-settings.ts';
import { ViewsDialog } from './views-dialog.tsx';

type Props = { list: ListName; columns: readonly OptionalColumn[]; fixed: string };

/** The saved views and the columns of a list. */
export function ListTools({ list, columns, fixed }: Props) {
  const settings = useListSettings(list);
  const [open, setOpen] = useState<'views' | 'columns'>();
  const close = () => setOpen(undefined);
  return (
    <div className={styles.tools} data-unprinted>
      {settings.views.length > 0 && <ViewSelect settings={settings} />}
      <Button variant="quiet" onClick={() => setOpen('views')}>
        Views
      </Button>
      <Button variant="quiet" onClick={() => setOpen('columns')}>
        Columns
      </Button>
      {open === 'views' && <ViewsDialog settings={settings} onClose={close} />}
      {open === 'columns' && <ColumnsDialog {...{ settings, columns, fixed }} onClose={close} />}
    </div>
  );
}

function ViewSelect({ settings }: { settings: ListSettings }) {
  const { views, shownQuery, show } = settings;
  const shown = views.find(({ query }) => query === shownQuery);
  return (
    <InlineSelect
      label="View"
      options={[
        { value: '', label: 'No saved view' },
        ...views.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={shown?._id ?? ''}
      onChoose={(id) => show(views.find(({ _id }) => _id === id)?.query ?? '')}
    />
  );
}
