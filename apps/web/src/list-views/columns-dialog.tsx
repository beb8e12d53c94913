import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import shared from '../ui/layout/shared.module.css';
import { hideColumns, listViewsQuery } from './list-views.queries.ts';
import styles from './list-views.module.css';
import type { ListSettings } from './use-list-settings.ts';

export type OptionalColumn = { key: string; title: string };
type Props = {
  settings: ListSettings;
  columns: readonly OptionalColumn[];
  /** 'Matter and Amount', which are always shown. */
  fixed: string;
  onClose: () => void;
};

/** Chooses the columns of a list, on every device of the user. */
export function ColumnsDialog({ settings, columns, fixed, onClose }: Props) {
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
      <form id={id} className={styles.columns} onSubmit={submit}>
        {columns.map(({ key, title }, index) => (
          <CheckboxField
            key={key}
            label={title}
            checked={!hidden.includes(key)}
            data-autofocus={index === 0 || undefined}
            onChange={() => toggle(key)}
          />
        ))}
      </form>
    </Dialog>
  );
}

function isOne(columns: readonly OptionalColumn[], key: string): boolean {
  return columns.some((column) => column.key === key);
}

function useSaveColumns({ list, forgetColumns }: ListSettings, onSaved: () => void) {
  const client = useQueryClient();
  return useOneMutation({
    mutationFn: (columns: string[]) => hideColumns({ list, columns }),
    onSuccess: (hiddenColumns) => {
      const { queryKey } = listViewsQuery(list);
      client.setQueryData(queryKey, (before) => before && { ...before, hiddenColumns });
      onSaved();
      // After the dialog is gone, because it counts as unsaved.
      requestAnimationFrame(forgetColumns);
    },
  });
}
