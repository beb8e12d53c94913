import { newId } from '@recoup/contract/core/ids';
import { postingLimits } from '@recoup/contract/posting/rules';
import { useQuery } from '@tanstack/react-query';
import { firmSettingsQuery } from '../../platform/api/firm-settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PlusIcon } from '../../ui/controls/icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import rowStyles from '../../ui/layout/openable-row.module.css';
import { OpenableRow } from '../../ui/layout/openable-row.tsx';
import shared from '../../ui/layout/shared.module.css';
import { useOpenRows } from '../../ui/layout/use-open-rows.ts';
import { RowAction } from '../../ui/list/row-action.tsx';
import styles from '../posting.module.css';
import * as options from './layout-options.ts';
import { constant, isAmountField, isDateField } from './layout-options.ts';
import { columnText, newColumn, type PostingLayoutForm as Form } from './layout-values.ts';

/** The columns in their order; the one opened last is open, and each with an error. */
export function ColumnList({ form }: { form: Form }) {
  const open = useOpenRows();
  const { columns } = form.values;
  const add = () => {
    const column = newColumn(newId());
    form.insertListItem('columns', column);
    open.add(column.key);
  };
  const { columns: error } = form.errors;
  return (
    <section className={shared.stack} aria-label="Columns">
      <h2>Columns</h2>
      {typeof error === 'string' && <Alert kind="error">{error}</Alert>}
      <ol className={rowStyles.rows}>
        {columns.map((column, index) => (
          <Column
            key={column.key}
            form={form}
            index={index}
            isAdded={open.isAdded(column.key)}
            isOpen={open.isOpen(column.key) || hasError(form, index)}
            onToggle={() => open.toggle(column.key)}
            onEnter={() => open.enter(column.key)}
          />
        ))}
      </ol>
      {columns.length < postingLimits.columns && (
        <div>
          <Button variant="outline" onClick={add}>
            <PlusIcon />
            Add column
          </Button>
        </div>
      )}
    </section>
  );
}

type ColumnProps = {
  form: Form;
  index: number;
  isAdded: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onEnter: () => void;
};

function Column({ form, index, isAdded, isOpen, onToggle, onEnter }: ColumnProps) {
  const column = form.values.columns[index];
  if (column === undefined) return null;
  const name = `Column ${index + 1}`;
  return (
    <OpenableRow
      label={name}
      title={column.title === '' ? name : column.title}
      about={columnText(column)}
      isOpen={isOpen}
      onToggle={onToggle}
      onEnter={onEnter}
      actions={<ColumnMoves form={form} index={index} name={name} />}
    >
      <ColumnFields form={form} index={index} isAdded={isAdded} />
    </OpenableRow>
  );
}

function ColumnMoves({ form, index, name }: { form: Form; index: number; name: string }) {
  const last = form.values.columns.length - 1;
  const move = (to: number) => form.reorderListItem('columns', { from: index, to });
  return (
    <div className={styles.moves}>
      <RowAction label={`Move ${name} up`} isPaused={index === 0} onClick={() => move(index - 1)}>
        Up
      </RowAction>
      <RowAction
        label={`Move ${name} down`}
        isPaused={index === last}
        onClick={() => move(index + 1)}
      >
        Down
      </RowAction>
      <RowAction label={`Remove ${name}`} onClick={() => form.removeListItem('columns', index)}>
        Remove
      </RowAction>
    </div>
  );
}

function hasError({ errors }: Form, index: number): boolean {
  return Object.keys(errors).some((path) => path.startsWith(`columns.${index}.`));
}

type Props = {
  form: Form;
  index: number;
  /** A new column takes the focus. */
  isAdded: boolean;
};

/** The fields for the content and the format of one column. */
function ColumnFields({ form, index, isAdded }: Props) {
  const isVatVendor = useQuery(firmSettingsQuery).data?.isVatVendor ?? false;
  const column = form.values.columns[index];
  if (column === undefined) return null;
  const { content, width } = column;
  const of = (field: string) => form.getInputProps(`columns.${index}.${field}`);
  return (
    <>
      <TextField
        ref={isAdded ? takeFocus : undefined}
        label="Title"
        autoComplete="off"
        {...of('title')}
      />
      <SelectField
        label="Content"
        options={options.contentOptions(content, { isVatVendor })}
        {...of('content')}
      />
      {content === constant && <TextField label="Text" autoComplete="off" {...of('constant')} />}
      <FormatFields content={content} of={of} />
      <WidthFields width={width} of={of} />
    </>
  );
}

type FieldGetter = { of: (field: string) => object };

/** How dates and amounts are written. */
function FormatFields({ content, of }: FieldGetter & { content: string }) {
  return (
    <>
      {isDateField(content) && (
        <TextField
          label="Date pattern"
          description="Of yyyy, yy, mmm, mm and dd."
          autoComplete="off"
          {...of('date')}
        />
      )}
      {isAmountField(content) && (
        <>
          <SelectField label="Negative amounts" options={options.signOptions} {...of('sign')} />
          <SelectField
            label="Decimal mark"
            options={options.decimalMarkOptions}
            {...of('decimalMark')}
          />
        </>
      )}
    </>
  );
}

function WidthFields({ width, of }: FieldGetter & { width: string }) {
  return (
    <>
      <TextField
        label="Width"
        description="Characters; empty for any."
        inputMode="numeric"
        autoComplete="off"
        {...of('width')}
      />
      {width !== '' && (
        <>
          <SelectField label="Too long a text" options={options.fitOptions} {...of('fit')} />
          <SelectField label="Alignment" options={options.alignOptions} {...of('align')} />
          <SelectField label="Fill with" options={options.padOptions} {...of('pad')} />
        </>
      )}
    </>
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
