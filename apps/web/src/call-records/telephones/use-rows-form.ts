import { useForm, type UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../platform/api/api-error.ts';
import { useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import type { Subject } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';

/** `key` keeps the inputs of a row. */
export type Rows<Row extends { key: string }> = { rows: Row[] };
export type RowsForm<Row extends { key: string }> = UseFormReturnType<Rows<Row>>;

type Options<Row extends { key: string }> = {
  rows: Row[];
  /** Returns what is saved then; throws an error with messages by form field. */
  save: (rows: readonly Row[]) => Promise<Row[]>;
  done: string;
  changes: readonly Subject[];
};

/** A list that is edited, and saved as a whole. */
export function useRowsForm<Row extends { key: string }>(options: Options<Row>) {
  const form = useForm<Rows<Row>>({ initialValues: { rows: options.rows } });
  const saving = useActionBy(
    ({ rows }: Rows<Row>) =>
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
