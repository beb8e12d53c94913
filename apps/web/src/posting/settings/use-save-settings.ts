import { useForm } from '@mantine/form';
import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { savePostingSettings, type SavedPostingSettings } from '../posting.queries.ts';
import {
  settingErrors,
  type SettingField,
  settingsWith,
  type Values,
  settingValuesFrom,
} from './setting-fields.ts';

type Options = {
  layout: PostingLayout;
  fields: readonly SettingField[];
  saved: SavedPostingSettings;
  missing: Readonly<Record<string, string>>;
  onSaved: () => void;
};

/** Replaces the version of the settings that the form was filled with. */
export function useSaveSettings({ layout, fields, saved, missing, onSaved }: Options) {
  const client = useQueryClient();
  const [read, setRead] = useState(saved);
  const form = useForm<Values>({
    initialValues: settingValuesFrom(fields, saved),
    initialErrors: settingErrors(fields, missing),
  });
  const save = useOneMutation({
    mutationFn: async (values: Values) => {
      const body = settingsWith(read, { fields, values });
      try {
        await savePostingSettings(layout._id, { ...body, version: read.version });
      } catch (error) {
        throw error instanceof ApiError ? ofForm(error, fields) : error;
      }
    },
    onSuccess: async () => {
      form.resetDirty();
      toast(`Settings of ${layout.name} saved.`);
      await client.invalidateQueries({ queryKey: queryKeys.postingLayouts });
      await client.invalidateQueries({ queryKey: queryKeys.entries });
      onSaved();
    },
  });
  const choices = useEditConflict({
    form,
    saving: save,
    read,
    onRead: setRead,
    valuesOf: (theirs = read) => settingValuesFrom(fields, theirs),
  });
  useUnsaved(() => form.isDirty());
  return { form, save, conflict: { ...choices, read } };
}

/** With the fields of the form in the place of the settings. */
function ofForm(error: ApiError, fields: readonly SettingField[]): ApiError {
  const { message } = error;
  return new ApiError({ ...error, message, fields: settingErrors(fields, error.fields) });
}
