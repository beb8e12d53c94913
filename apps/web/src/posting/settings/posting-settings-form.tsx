import type { PostingLayout, PostingSettings } from '@recoup/contract/posting/endpoints';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allDisbursementsQuery } from '../../disbursements/disbursements.queries.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import shared from '../../ui/layout/shared.module.css';
import { vatSettingsQuery } from '../../vat/vat.queries.ts';
import { postingSettingsQuery, savePostingSettings } from '../posting.queries.ts';
import styles from '../posting.module.css';
import {
  clientsOf,
  errorsOf,
  keyedFields,
  type SettingField,
  settingFields,
  settingsWith,
  type Values,
  valuesOf,
} from './setting-fields.ts';

type Props = {
  layout: PostingLayout;
  /** The settings that a file lacked, with what to do about each. */
  missing: Readonly<Record<string, string>>;
  onSaved: () => void;
  onClose: () => void;
};

/** What a layout needs beside the lines of an export: asked once, and kept. */
export function PostingSettingsForm(props: Props) {
  const { layout, missing } = props;
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const settings = useReadOnce(postingSettingsQuery(layout._id));
  const vat = useQuery(vatSettingsQuery);
  const types = useQuery({ ...allDisbursementsQuery(firm ?? ''), enabled: firm !== undefined });
  const error = settings.error ?? types.error ?? vat.error;
  if (error !== null)
    return (
      <ErrorState
        title="The settings could not be loaded."
        message={error.message}
        onRetry={() => void Promise.all([settings, types, vat].map((query) => query.refetch()))}
      />
    );
  if (!settings.data || !types.data || !vat.data) return <p aria-busy="true">Loading…</p>;
  const saved: PostingSettings = settings.data;
  const names = Object.keys(missing);
  const fields = settingFields(layout, {
    types: types.data.filter(
      ({ _id, active }) =>
        active || saved.accounts[_id] !== undefined || names.includes(`accounts.${_id}`),
    ),
    clients: clientsOf(saved, names),
    isVatVendor: vat.data.isVatVendor,
  });
  return <SettingsForm {...props} fields={fields} saved={saved} />;
}

type FormProps = Props & { fields: readonly SettingField[]; saved: PostingSettings };

function SettingsForm({ layout, onClose, ...props }: FormProps) {
  const [fields] = useState(props.fields);
  const [isAsking, setAsking] = useState(false);
  const { form, save } = useSettings({ layout, ...props, fields });
  const { error, submit } = useFormAnswer({ form, answer: save.error, onSave: save.mutate });
  return (
    <form noValidate className={shared.stack} aria-label={`Settings of ${layout.name}`} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      {fields.length === 0 && layout.needs.includes('clientIds') && (
        <p>The client IDs are asked for with the first file.</p>
      )}
      <div className={styles.settings}>
        {keyedFields(fields).map(({ key, name: _name, ...field }) => (
          <TextField key={key} {...field} autoComplete="off" {...form.getInputProps(key)} />
        ))}
      </div>
      <CheckboxField
        label="Check entries before a closing"
        description="Entries that do not fit this layout are exceptions, which block the closing."
        {...form.getInputProps('checksEntries', { type: 'checkbox' })}
      />
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save settings
        </Button>
        <Button variant="outline" onClick={() => (form.isDirty() ? setAsking(true) : onClose())}>
          Close
        </Button>
      </div>
      <DiscardQuestion isOpen={isAsking} onStay={() => setAsking(false)} onDiscard={onClose} />
    </form>
  );
}

function useSettings({ layout, fields, saved, missing, onSaved }: Omit<FormProps, 'onClose'>) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: valuesOf(fields, saved),
    initialErrors: errorsOf(fields, missing),
  });
  const save = useOneMutation({
    mutationFn: async (values: Values) => {
      try {
        await savePostingSettings(layout._id, settingsWith(saved, { fields, values }));
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
  useUnsaved(() => form.isDirty());
  return { form, save };
}

/** With the fields of the form in the place of the settings. */
function ofForm(error: ApiError, fields: readonly SettingField[]): ApiError {
  const { message } = error;
  return new ApiError({ ...error, message, fields: errorsOf(fields, error.fields) });
}
