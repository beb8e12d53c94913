import { useForm, type UseFormReturnType } from '@mantine/form';
import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RecordPending } from '../../platform/api/record-pending.tsx';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { noSuchLayout, postingLayoutQuery } from '../posting.queries.ts';
import { ColumnList } from './column-list.tsx';
import { LayoutEditConflict } from './layout-edit-conflict.tsx';
import * as options from './layout-options.ts';
import {
  canBeCopied,
  emptyLayout,
  type LayoutValues,
  readLayout,
  layoutValuesFrom,
} from './layout-values.ts';
import { TestLine } from './test-line.tsx';
import { useSaveLayout } from './use-save-layout.ts';

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
      error={data ? noSuchLayout() : error}
      onRetry={() => void refetch()}
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
