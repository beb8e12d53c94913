import { useForm, type UseFormReturnType } from '@mantine/form';
import { newId } from '@recoup/contract/core/ids';
import type { ReactNode } from 'react';
import { ApiError, UnsentError } from '../../platform/api/api-error.ts';
import type { Subject } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PlusIcon } from '../../ui/controls/icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { blurGuard } from '../../ui/form/blur-guard.ts';
import { Form } from '../../ui/form/form.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import rowStyles from '../../ui/layout/openable-row.module.css';
import { OpenableRow } from '../../ui/layout/openable-row.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { useOpenRows } from '../../ui/layout/use-open-rows.ts';
import { RowAction } from '../../ui/list/row-action.tsx';

/** `key` keeps the inputs of a row. */
type Row = { key: string };
type RowsFormState<R extends Row> = ReturnType<typeof useRowsForm<R>>;

export type RowListProps<R extends Row> = {
  title: string;
  about: string;
  list: RowsFormState<R>;
  /** Names an unnamed row, such as 'system'. */
  noun: string;
  max: number;
  newRow: (key: string) => R;
  /** Returns the texts of a closed row: its name and the rest. */
  describe: (row: R) => { name: string; text: string };
  canRemove?: (row: R) => boolean;
  /** The fields of an open row; those of a new one take the focus. */
  renderFields: (of: { form: RowsForm<R>; row: R; index: number; isAdded: boolean }) => ReactNode;
};

/** Rows of which the one opened last is open, and each with an error; saved together. */
export function RowList<R extends Row>(props: RowListProps<R>) {
  const { title, about, list, noun, max, newRow } = props;
  const { form, error, submit } = list;
  // The server may refuse what has no field here.
  const isAtFields = error instanceof UnsentError && hasFields(error);
  const open = useOpenRows();
  const add = () => {
    const key = newId();
    form.insertListItem('rows', newRow(key));
    open.add(key);
  };
  return (
    <Panel label={title}>
      <Form className={shared.stack} {...blurGuard} {...submit}>
        <div>
          <h2>{title}</h2>
          <p className={shared.muted}>{about}</p>
        </div>
        {error !== null && !isAtFields && <Alert kind="error">{error.message}</Alert>}
        <RowItems {...props} open={open} />
        <div className={shared.buttons}>
          {form.values.rows.length < max && (
            <Button variant="outline" onClick={add}>
              <PlusIcon />
              Add {noun}
            </Button>
          )}
          <Button type="submit" isBusy={submit.isSaving}>
            Save {noun}s
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

type RowsProps<R extends Row> = RowListProps<R> & { open: ReturnType<typeof useOpenRows> };

function RowItems<R extends Row>({ open, ...props }: RowsProps<R>) {
  const { title, list } = props;
  const { rows } = list.form.values;
  if (rows.length === 0) return null;
  return (
    <ul className={rowStyles.rows} aria-label={title}>
      {rows.map((row, index) => (
        <RowItem
          key={row.key}
          {...props}
          row={row}
          index={index}
          isAdded={open.isAdded(row.key)}
          isOpen={open.isOpen(row.key) || hasError(list.form, index)}
          onToggle={() => open.toggle(row.key)}
          onEnter={() => open.enter(row.key)}
        />
      ))}
    </ul>
  );
}

type RowProps<R extends Row> = RowListProps<R> & {
  row: R;
  index: number;
  isAdded: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onEnter: () => void;
};

function RowItem<R extends Row>({ row, index, isAdded, isOpen, ...props }: RowProps<R>) {
  const { list, noun, describe, canRemove, renderFields, onToggle, onEnter } = props;
  const { form } = list;
  const { name, text } = describe(row);
  const label = name === '' ? `New ${noun} ${index + 1}` : name;
  return (
    <OpenableRow
      title={label}
      about={text}
      isOpen={isOpen}
      onToggle={onToggle}
      onEnter={onEnter}
      actions={
        (canRemove?.(row) ?? true) && (
          <RowAction label={`Remove ${label}`} onClick={() => form.removeListItem('rows', index)}>
            Remove
          </RowAction>
        )
      }
    >
      {renderFields({ form, row, index, isAdded })}
    </OpenableRow>
  );
}

function hasError<R extends Row>({ errors }: RowsForm<R>, index: number): boolean {
  return Object.keys(errors).some((path) => path.startsWith(`rows.${index}.`));
}

type Rows<R extends Row> = { rows: R[] };
type RowsForm<R extends Row> = UseFormReturnType<Rows<R>>;

type Options<R extends Row> = {
  rows: R[];
  /** Returns what is saved then; throws an error with messages by form field. */
  save: (rows: readonly R[]) => Promise<R[]>;
  done: string;
  changes: readonly Subject[];
};

/** A list that is edited, and saved as a whole. */
export function useRowsForm<R extends Row>(options: Options<R>) {
  const form = useForm<Rows<R>>({ initialValues: { rows: options.rows } });
  const saving = useActionBy(
    ({ rows }: Rows<R>) =>
      options.save(rows).catch((error: unknown) => {
        throw error instanceof ApiError ? ofForm(error) : error;
      }),
    {
      done: options.done,
      changes: options.changes,
      isFormKept: true,
      onDone: (rows) => {
        form.setInitialValues({ rows });
        form.setValues({ rows });
        form.resetDirty({ rows });
      },
    },
  );
  useUnsaved(() => form.isDirty());
  const answer = useFormAnswer({ form, saving, onSave: saving.run });
  return { form, ...answer };
}

/** The lists of the server are `rows` in a form: `extensions.3.value` is `rows.3.value`. */
function ofForm(error: ApiError): ApiError {
  const fields = Object.entries(error.fields).map(([path, text]) => [
    path.replace(/^\w+(?=\.)/, 'rows'),
    text,
  ]);
  return new ApiError({ ...error, message: error.message, fields: Object.fromEntries(fields) });
}
