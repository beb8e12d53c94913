import type { UseFormReturnType } from '@mantine/form';
import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { paths } from '../../platform/browser/paths.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { useSave } from '../../ui/form/use-save.ts';
import { createLayout, updateLayout } from '../posting.queries.ts';
import {
  emptyLayout,
  type LayoutValues,
  pathInForm,
  readLayout,
  layoutValuesFrom,
} from './layout-values.ts';

/** Adds a layout, or changes the version that the form was filled with. */
export function useSaveLayout(
  form: UseFormReturnType<LayoutValues>,
  layout: PostingLayout | undefined,
) {
  const [read, setRead] = useState(layout);
  const saving = useSave({
    form,
    save: async (values) => {
      const body = readLayout(values).layout;
      // The form is not submitted while something is wrong.
      if (!body) return;
      try {
        if (read) await updateLayout(read._id, { ...body, version: read.version });
        else await createLayout(body);
      } catch (error) {
        throw error instanceof ApiError ? ofForm(error) : error;
      }
    },
    success: layout ? 'Posting layout updated.' : 'Posting layout added.',
    goTo: paths.postingLayouts,
    invalidates: [queryKeys.postingLayouts],
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

function ofForm(error: ApiError): ApiError {
  const { message } = error;
  const fields = Object.entries(error.fields).map(([path, text]) => [pathInForm(path), text]);
  return new ApiError({ ...error, message, fields: Object.fromEntries(fields) });
}
