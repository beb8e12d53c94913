import { Suspense, useState, type FormEvent, useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type ListName, listViewEndpoints } from '@recoup/contract/list-views/endpoints';
import { Button } from '../ui/controls/button.tsx';
import { InlineSelect } from '../ui/list/inline-select.tsx';
import styles from './list-views.module.css';
import { type ListSettings, listViewsQuery, useListSettings } from './use-list-settings.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import shared from '../ui/layout/shared.module.css';
import { Form } from '../ui/form/form.tsx';
import { send } from '../platform/api/api-client.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

const loadViews = async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog });
const ViewsDialog = lazyPart(loadViews, ({ onClose }) => onClose);

type Props = { list: ListName; columns: readonly OptionalColumn[]; fixed: string };

/** The saved views and the columns of a list. */
export function ListTools({ list, columns, fixed }: Props) {
  const settings = useListSettings(list);
  const [open, setOpen] = useState<'views' | 'columns'>();
  const close = () => setOpen(undefined);
  useLoadBeforeUse(loadViews);
  if (settings.isFailed)
    return (
      <div className={styles.tools} role="status" data-unprinted>
        Saved views and columns could not be loaded.
        <Button variant="quiet" onClick={settings.retry}>
          Load them again
        </Button>
      </div>
    );
  return (
    <div className={styles.tools} data-unprinted>
      {settings.views.length > 0 && <ViewSelect settings={settings} />}
      <Button variant="quiet" isPaused={!settings.isRead} onClick={() => setOpen('views')}>
        Views
      </Button>
      <Button variant="quiet" isPaused={!settings.isRead} onClick={() => setOpen('columns')}>
        Columns
      </Button>
      {open === 'views' && (
        <Suspense>
          <ViewsDialog settings={settings} onClose={close} />
        </Suspense>
      )}
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

type OptionalColumn = { key: string; title: string };
type ColumnsDialogProps = {
  settings: ListSettings;
  columns: readonly OptionalColumn[];
  /** 'Matter and Amount', which are always shown. */
  fixed: string;
  onClose: () => void;
};

/** Chooses the columns of a list, on every device of the user. */
function ColumnsDialog({ settings, columns, fixed, onClose }: ColumnsDialogProps) {
  const id = useId();
  const [first] = useState(() => settings.hidden.filter((key) => isOne(columns, key)));
  const [hidden, setHidden] = useState(first);
  const save = useSaveColumns(settings, onClose);
  const isChanged = hidden.toSorted().join() !== first.toSorted().join();
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(hidden);
  };
  return (
    <Dialog
      title="Columns"
      isOpen
      isChanged={isChanged && !save.isSuccess}
      onClose={save.isPending ? undefined : onClose}
      actions={<DialogButtons action={{ label: 'Save', form: id, isBusy: save.isPending }} />}
    >
      {save.error && <Alert kind="error">{save.error.message}</Alert>}
      <p className={shared.muted}>{fixed} are always shown. Other users have their own choice.</p>
      <Form isSaving={save.isPending} id={id} className={styles.columns} onSubmit={submit}>
        {columns.map(({ key, title }, index) => (
          <CheckboxField
            key={key}
            label={title}
            checked={!hidden.includes(key)}
            data-autofocus={index === 0 || undefined}
            onChange={() => toggle(key)}
          />
        ))}
      </Form>
    </Dialog>
  );
}

function isOne(columns: readonly OptionalColumn[], key: string): boolean {
  return columns.some((column) => column.key === key);
}

function useSaveColumns({ list, forgetColumns }: ListSettings, onSaved: () => void) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: (columns: string[]) =>
      send(listViewEndpoints.saveHiddenColumns, { body: { list, columns } }),
    onSuccess: ({ data: { columns: hiddenColumns } }) => {
      const { queryKey } = listViewsQuery(list);
      client.setQueryData(queryKey, (before) => before && { ...before, hiddenColumns });
      onSaved();
      // After the dialog is gone, because it counts as unsaved.
      requestAnimationFrame(forgetColumns);
    },
  });
}
