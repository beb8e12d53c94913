import { type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { postingEndpoints, type PostingLayout } from '@recoup/contract/posting/endpoints';
import type { NewLayout } from '@recoup/contract/posting/layouts';
import { RecordPending } from '../../platform/api/record-pending.tsx';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { RecordForm, useRecordForm } from '../../platform/record-form/record-form.tsx';
import { formValuesFrom } from '../../ui/form/define-form.ts';
import { Fields, FormField } from '../../ui/form/defined-fields.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import {
  canBeCopied,
  noSuchLayout,
  postingLayoutQuery,
  testLineQuery,
} from '../posting.queries.ts';
import { ColumnList } from './column-list.tsx';
import {
  type LayoutValues,
  postingLayoutForm,
  readLayout,
  toLayoutForm,
  pathInForm,
} from './layout-values.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import styles from '../posting.module.css';
import { ApiError } from '../../platform/api/api-error.ts';
import { useFinish } from '../../platform/api/use-finish.ts';
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
        {(layout, start) => <LayoutFields layout={layout} start={start} />}
      </ReadLayout>
    );
  if (copyOf !== null)
    return (
      <ReadLayout key={copyOf} id={copyOf} title={addTitle} isOffered={canBeCopied}>
        {(_, start) => <LayoutFields start={{ ...start, name: '' }} />}
      </ReadLayout>
    );
  return <LayoutFields key="new" start={formValuesFrom(postingLayoutForm)} />;
}

const addTitle = 'Add posting layout';

type ReadProps = {
  id: string;
  title: string;
  /** Whether the list of layouts leads to the page of this one. */
  isOffered: (layout: PostingLayout) => boolean;
  children: (layout: PostingLayout, start: LayoutValues) => ReactNode;
};

function ReadLayout({ id, title, isOffered, children }: ReadProps) {
  const { data, error, refetch } = useReadOnce(postingLayoutQuery(id));
  if (data && isOffered(data)) return children(data, formValuesFrom(postingLayoutForm, data));
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
  const record = useLayoutForm(layout, start);
  const { form } = record;
  return (
    <RecordForm
      title={layout ? 'Edit posting layout' : addTitle}
      record={record}
      backTo={paths.postingLayouts}
    >
      <Fields form={form} names={['name']} />
      <div className={formStyles.fields}>
        <Fields form={form} except={['name', 'header']} />
      </div>
      <FormField form={form} name="header" label="First line with the titles of the columns" />
      <ColumnList form={form} />
      <TestLine values={form.values} />
    </RecordForm>
  );
}

/** Adds a layout, or changes the version that the form was filled with. */
function useLayoutForm(layout: PostingLayout | undefined, start: LayoutValues) {
  const finish = useFinish(['posting-layouts']);
  return useRecordForm(postingLayoutForm, {
    saved: layout,
    query: ({ _id }) => postingLayoutQuery(_id),
    valuesFrom: (saved) => (saved ? formValuesFrom(postingLayoutForm, saved) : start),
    validate: (values) => readLayout(values).errors,
    save: async (values, read) => {
      const body = readLayout(values).layout;
      // The form is not submitted while something is wrong.
      if (!body) return;
      try {
        await saveLayout(body, read);
      } catch (error) {
        throw error instanceof ApiError ? ofForm(error) : error;
      }
    },
    onSaved: () =>
      finish(layout ? 'Posting layout updated.' : 'Posting layout added.', paths.postingLayouts),
  });
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
