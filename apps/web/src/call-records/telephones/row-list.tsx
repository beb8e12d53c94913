import type { ReactNode } from 'react';
import { newId } from '@recoup/contract/core/ids';
import { Button } from '../../ui/controls/button.tsx';
import { PlusIcon } from '../../ui/controls/icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { blurGuard } from '../../ui/form/blur-guard.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import rowStyles from '../../ui/layout/openable-row.module.css';
import { OpenableRow } from '../../ui/layout/openable-row.tsx';
import { useOpenRows } from '../../ui/layout/use-open-rows.ts';
import shared from '../../ui/layout/shared.module.css';
import { RowAction } from '../../ui/list/row-action.tsx';
import type { RowsForm, useRowsForm } from './use-rows-form.ts';
import { Form } from '../../ui/form/form.tsx';
import { hasFields } from '../../ui/form/use-form-answer.ts';
import { UnsentError } from '../../platform/api/api-error.ts';

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
