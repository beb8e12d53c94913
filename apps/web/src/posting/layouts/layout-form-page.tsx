import { useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { postingEndpoints, type PostingLayout } from '@recoup/contract/posting/endpoints';
import type { NewLayout } from '@recoup/contract/posting/layouts';
import { RecordPending } from '../../platform/api/record-pending.tsx';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { noSuchLayout, postingLayoutQuery, testLineQuery } from '../posting.queries.ts';
import { ColumnList } from './column-list.tsx';
import * as options from './layout-options.ts';
import {
  canBeCopied,
  emptyLayout,
  type LayoutValues,
  readLayout,
  layoutValuesFrom,
  columnText,
  toLayoutForm,
  pathInForm,
} from './layout-values.ts';
import { EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../../platform/edit-conflict/three-way.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import styles from '../posting.module.css';
import { ApiError } from '../../platform/api/api-error.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { useSave } from '../../platform/api/use-save.ts';
import { send } from '../../platform/api/api-client.ts';

/** Adds a layout, copies one with `copyOf`, or edits one with `layoutId`. */
export function PostingLayoutFormPage() {
  const [params] = useSearchParams();
  const [layoutId, copyOf] = [params.get('layoutId'), params.get('copyOf')];
  if (layoutId !== null)
    return (
      <ReadLayout
        key={layoutId}
        id={layoutId}
        title="Edit posting layout"
        isOffered={({ isBuiltIn }) => !isBuiltIn}
      >
        {(layout) => <LayoutFields layout={layout} start={layoutValuesFrom(layout)} />}
      </ReadLayout>
    );
  if (copyOf !== null)
    return (
      <ReadLayout key={copyOf} id={copyOf} title={addTitle} isOffered={canBeCopied}>
        {(layout) => <LayoutFields start={{ ...layoutValuesFrom(layout), name: '' }} />}
      </ReadLayout>
    );
  return <LayoutFields key="new" start={emptyLayout()} />;
}

const addTitle = 'Add posting layout';

type ReadProps = {
  id: string;
  title: string;
  /** Whether the list of layouts leads to the page of this one. */
  isOffered: (layout: PostingLayout) => boolean;
  children: (layout: PostingLayout) => ReactNode;
};

function ReadLayout({ id, title, isOffered, children }: ReadProps) {
  const { data, error, refetch } = useReadOnce(postingLayoutQuery(id));
  if (data && isOffered(data)) return children(data);
  return (
    <RecordPending
      what="posting layout"
      list={paths.postingLayouts}
      title={title}
      query={{ error: data ? noSuchLayout() : error, refetch }}
    />
  );
}

type FieldsProps = { layout?: PostingLayout; start: LayoutValues };

function LayoutFields({ layout, start }: FieldsProps) {
  const [initialValues] = useState(start);
  const form = useForm<LayoutValues>({
    initialValues,
    validate: (values) => readLayout(values).errors,
    validateInputOnBlur: true,
  });
  const { save, saving, ...conflict } = useSaveLayout(form, layout);
  return (
    <FormShell
      title={layout ? 'Edit posting layout' : addTitle}
      form={form}
      saving={saving}
      onSave={save}
      backTo={paths.postingLayouts}
    >
      {layout !== undefined && conflict.hasConflict && (
        <LayoutEditConflict id={layout._id} yours={form.values} choose={conflict} />
      )}
      <TextField label="Name" isRequired autoComplete="off" {...form.getInputProps('name')} />
      <FileFields form={form} />
      <ColumnList form={form} />
      <TestLine values={form.values} />
    </FormShell>
  );
}

/** How the file is written around its columns. */
function FileFields({ form }: { form: UseFormReturnType<LayoutValues> }) {
  return (
    <>
      <div className={formStyles.fields}>
        <SelectField
          label="Delimiter"
          options={options.delimiterOptions}
          {...form.getInputProps('delimiter')}
        />
        <SelectField
          label="Quotation marks"
          options={options.quoteOptions}
          {...form.getInputProps('quote')}
        />
        <SelectField
          label="End of line"
          options={options.lineEndOptions}
          {...form.getInputProps('lineEnd')}
        />
        <SelectField
          label="Characters"
          options={options.encodingOptions}
          {...form.getInputProps('encoding')}
        />
        <SelectField
          label="Records for each entry"
          options={options.recordOptions}
          {...form.getInputProps('records')}
        />
      </div>
      <CheckboxField
        label="First line with the titles of the columns"
        {...form.getInputProps('header', { type: 'checkbox' })}
      />
    </>
  );
}

type Props = {
  id: string;
  yours: LayoutValues;
  choose: Pick<ReturnType<typeof useSaveLayout>, 'base' | 'reload' | 'overwrite' | 'isPerhapsOwn'>;
};

function LayoutEditConflict({ id, yours, choose }: Props) {
  const saved = useQuery({ ...postingLayoutQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: PostingLayout) =>
    listDifferences({ base: choose.base, yours, theirs: layoutValuesFrom(theirs) }, toLines);
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

function toLines(values: LayoutValues): Line[] {
  const { name, header, delimiter, quote, lineEnd, encoding, records, columns } = values;
  return [
    ['Name', name],
    ['Delimiter', optionLabel(options.delimiterOptions, delimiter)],
    ['Quotation marks', optionLabel(options.quoteOptions, quote)],
    ['End of line', optionLabel(options.lineEndOptions, lineEnd)],
    ['Characters', optionLabel(options.encodingOptions, encoding)],
    ['Records for each entry', optionLabel(options.recordOptions, records)],
    ['First line with titles', header ? 'Yes' : 'No'],
    ['Columns', columns.map((column) => columnDetails(column)).join('; ')],
  ];
}

function columnDetails({ key: _key, ...column }: LayoutValues['columns'][number]): string {
  const { title, fit, align, pad, date, sign, decimalMark } = column;
  const format = [fit, align, pad, date, sign, decimalMark].filter((word) => word !== '');
  return `${title} (${columnText({ ...column, key: '' })}; ${format.join(', ')})`;
}

function optionLabel(known: readonly { value: string; label: string }[], value: string): string {
  return known.find((option) => option.value === value)?.label ?? value;
}

const afterTypingMs = 300;

/** A sample entry as the layout writes it; it stays in sight while one edits. */
function TestLine({ values }: { values: LayoutValues }) {
  const [settled] = useDebouncedValue(values, afterTypingMs);
  const layout = toLayoutForm(settled);
  const { data, error, isFetching } = useQuery({
    ...testLineQuery(layout),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      className={styles.testLine}
      aria-label="Test line"
      aria-busy={isFetching || settled !== values || undefined}
    >
      <h2>Test line</h2>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {layout === null && <p>Complete the layout to see its test line.</p>}
      {layout !== null && data && (
        <>
          <ScrollArea label="Sample entry">
            <pre className={styles.sample}>{data.lines.join('\n')}</pre>
          </ScrollArea>
          {data.problems.length > 0 && (
            <Alert kind="info">
              The sample does not fit:
              <ul>
                {data.problems.map(({ column, message }) => (
                  <li key={`${column} ${message}`}>
                    {column}: {message}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
        </>
      )}
    </section>
  );
}

/** Adds a layout, or changes the version that the form was filled with. */
function useSaveLayout(form: UseFormReturnType<LayoutValues>, layout: PostingLayout | undefined) {
  const [read, setRead] = useState(layout);
  const saving = useSave({
    form,
    save: async (values) => {
      const body = readLayout(values).layout;
      // The form is not submitted while something is wrong.
      if (!body) return;
      try {
        await saveLayout(body, read);
      } catch (error) {
        throw error instanceof ApiError ? ofForm(error) : error;
      }
    },
    done: layout ? 'Posting layout updated.' : 'Posting layout added.',
    goTo: paths.postingLayouts,
    changes: ['posting-layouts'],
  });
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: (saved) => (saved ? layoutValuesFrom(saved) : emptyLayout()),
  });
  return { ...conflict, save: (values: LayoutValues) => saving.mutate(values) };
}

function saveLayout(body: NewLayout, read: PostingLayout | undefined) {
  if (!read) return send(postingEndpoints.createPostingLayout, { body });
  const input = { params: { id: read._id }, body: { ...body, version: read.version } };
  return send(postingEndpoints.updatePostingLayout, input);
}

function ofForm(error: ApiError): ApiError {
  const { message } = error;
  const fields = Object.entries(error.fields).map(([path, text]) => [pathInForm(path), text]);
  return new ApiError({ ...error, message, fields: Object.fromEntries(fields) });
}
