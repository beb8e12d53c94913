import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type ListView,
  listViewEndpoints,
  type NewListView,
  viewName,
} from '@recoup/contract/list-views/endpoints';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import shared from '../ui/layout/shared.module.css';
import styles from './list-views.module.css';
import type { ListSettings } from './use-list-settings.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { Form } from '../ui/form/form.tsx';
import { invalidate } from '../platform/api/read.ts';
import { send } from '../platform/api/api-client.ts';

type Props = { settings: ListSettings; onClose: () => void };

/** Saves what the list shows under a name, and changes or opens what was saved. */
export function ViewsDialog({ settings, onClose }: Props) {
  const [renamed, setRenamed] = useState<ListView>();
  const [isTyped, setTyped] = useState(false);
  const rename = (view?: ListView) => {
    setRenamed(view);
    setTyped(false);
  };
  const actions = useViewActions(settings, () => rename());
  return (
    <Dialog title="Saved views" isOpen isChanged={isTyped} onClose={onClose}>
      <NameForm key={renamed?._id ?? 'new'} {...{ actions, renamed }} onTyped={setTyped} />
      {actions.error && <Alert kind="error">{actions.error.message}</Alert>}
      {settings.views.length === 0 && (
        <p className={shared.muted}>
          A view keeps filters, sort, columns and rows a page. It is yours alone, on every device.
        </p>
      )}
      <ul className={styles.views}>
        {settings.views.map((view) => (
          <li key={view._id}>
            <ViewRow
              view={view}
              isShown={view.query === settings.shownQuery}
              actions={actions}
              onOpen={() => {
                onClose();
                settings.show(view.query);
              }}
              onRename={() => rename(view)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type FormProps = {
  actions: ViewActions;
  renamed: ListView | undefined;
  /** Whether the name differs from the saved one. */
  onTyped: (isTyped: boolean) => void;
};

function NameForm({ actions: { saveName }, renamed, onTyped }: FormProps) {
  const before = renamed?.name ?? '';
  const form = useForm({
    initialValues: { name: before },
    validate: { name: wrong },
    onValuesChange: ({ name }) => onTyped(name !== before),
  });
  const saved = () => {
    form.reset();
    onTyped(false);
  };
  const { error, submit } = useFormAnswer({
    form,
    saving: saveName,
    onSave: ({ name }) => saveName.mutate({ name, renamed }, { onSuccess: saved }),
  });
  return (
    <Form className={styles.name} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <TextField
        label={renamed ? `New name of “${renamed.name}”` : 'Save what the list shows as'}
        maxLength={60}
        autoComplete="off"
        isRequired
        data-autofocus
        ref={renamed && takeFocus}
        {...form.getInputProps('name')}
      />
      <Button type="submit" isBusy={saveName.isPending}>
        {renamed ? 'Rename' : 'Save view'}
      </Button>
    </Form>
  );
}

/** The form took the place of the one for a new view. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

function wrong(value: string): string | null {
  return viewName.safeParse(value).error?.issues[0]?.message ?? null;
}

type RowProps = {
  view: ListView;
  isShown: boolean;
  actions: ViewActions;
  onOpen: () => void;
  onRename: () => void;
};

function ViewRow({ view, isShown, actions, onOpen, onRename }: RowProps) {
  const small = { variant: 'quiet', size: 'small' } as const;
  return (
    <>
      <Button {...small} className={styles.open} aria-label={`Open: ${view.name}`} onClick={onOpen}>
        {view.name}
      </Button>
      {isShown ? (
        <span className={shared.muted}>Shown now</span>
      ) : (
        <Button
          {...small}
          aria-label={`Replace by what is shown: ${view.name}`}
          onClick={() => actions.replace.mutate(view)}
        >
          Replace
        </Button>
      )}
      <Button {...small} aria-label={`Rename: ${view.name}`} onClick={onRename}>
        Rename
      </Button>
      <Button
        {...small}
        aria-label={`Delete: ${view.name}`}
        onClick={() => actions.remove.mutate(view)}
      >
        Delete
      </Button>
    </>
  );
}

type ViewActions = ReturnType<typeof useViewActions>;

/** Actions on saved views; the user can undo a deletion or a replacement. */
function useViewActions(settings: ListSettings, onNamed: () => void) {
  const client = useQueryClient();
  const { list, shownQuery } = settings;
  // Not waited for: what is typed while the list comes must not be reset once it is there.
  const onSettled = () => void invalidate(client, ['list-views']);
  const undo = (text: string, back: () => Promise<unknown>) =>
    toast(text, 'good', { label: 'Undo', onClick: () => void takeBack(client, back) });
  const saveName = useOneMutation({
    mutationFn: ({ name, renamed }: { name: string; renamed: ListView | undefined }) =>
      renamed ? changeView(renamed._id, { name }) : createView({ list, name, query: shownQuery }),
    onSuccess: ({ data: { name } }, { renamed }) => {
      toast(renamed ? `“${renamed.name}” is called “${name}” now.` : `View “${name}” saved.`);
      onNamed();
    },
    onSettled,
  });
  const replace = useOneMutation({
    mutationFn: ({ _id }: ListView) => changeView(_id, { query: shownQuery }),
    onSuccess: (_, { _id, name, query }) =>
      undo(`View “${name}” replaced.`, () => changeView(_id, { query })),
    onSettled,
  });
  const remove = useOneMutation({
    mutationFn: ({ _id: id }: ListView) =>
      send(listViewEndpoints.deleteListView, { params: { id } }),
    onSuccess: (_, { name, query }) =>
      undo(`View “${name}” deleted.`, () => createView({ list, name, query })),
    onSettled,
  });
  return { saveName, replace, remove, error: replace.error ?? remove.error };
}

function createView(body: NewListView) {
  return send(listViewEndpoints.createListView, { body });
}

function changeView(id: string, body: { name?: string; query?: string }) {
  return send(listViewEndpoints.updateListView, { params: { id }, body });
}

async function takeBack(client: QueryClient, back: () => Promise<unknown>): Promise<void> {
  try {
    await back();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'bad');
  }
  await invalidate(client, ['list-views']);
}
