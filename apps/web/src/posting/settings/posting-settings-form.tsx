import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PostingLayout, postingEndpoints } from '@recoup/contract/posting/endpoints';
import { allDisbursementsQuery } from '../../disbursements/disbursements.queries.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import formStyles from '../../ui/form/form-shell.module.css';
import shared from '../../ui/layout/shared.module.css';
import { firmSettingsQuery } from '../../platform/api/firm-settings.ts';
import { postingSettingsQuery, type SavedPostingSettings } from '../posting.queries.ts';
import {
  checkLabel,
  settingClients,
  keyedTexts,
  keyedFields,
  type SettingField,
  settingFields,
  type Values,
  settingLines,
  settingsWith,
  settingValuesFrom,
} from './setting-fields.ts';
import { type ConflictChoices, EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences } from '../../platform/edit-conflict/three-way.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { invalidate } from '../../platform/api/read.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { Form } from '../../ui/form/form.tsx';
import { send } from '../../platform/api/api-client.ts';
import { Loaded, together } from '../../ui/feedback/loaded.tsx';

type Props = {
  layout: PostingLayout;
  /** The settings that a file lacked, with what to do about each. */
  missing: Readonly<Record<string, string>>;
  onSaved: () => void;
  onClose: () => void;
};

/** Edits the settings that a layout needs beside the lines of an export. */
export function PostingSettingsForm(props: Props) {
  const { layout, missing } = props;
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const query = together(
    useReadOnce(postingSettingsQuery(layout._id)),
    useQuery(firmSettingsQuery),
    useQuery({ ...allDisbursementsQuery(firm ?? ''), enabled: firm !== undefined }),
  );
  if (!query.data) return <Loaded query={query} what="The settings" />;
  const [saved, { isVatVendor }, types] = query.data;
  const names = Object.keys(missing);
  const fields = settingFields(layout, {
    types: types.filter(
      ({ _id, active }) =>
        active || saved.accounts[_id] !== undefined || names.includes(`accounts.${_id}`),
    ),
    clients: settingClients(saved, names),
    // Lines of a former vendor still have VAT.
    isVatVendor: isVatVendor || names.some((name) => /^(?:taxTypes\.|vatAccount$)/.test(name)),
  });
  return <SettingsForm {...props} fields={fields} saved={saved} />;
}

type FormProps = Props & { fields: readonly SettingField[]; saved: SavedPostingSettings };

function SettingsForm({ layout, onClose, ...props }: FormProps) {
  const [fields] = useState(props.fields);
  const { form, save, conflict } = useSaveSettings({ layout, ...props, fields });
  const { error, submit } = useFormAnswer({
    form,
    saving: conflict.saving,
    onSave: save.mutate,
  });
  return (
    <Form className={shared.stack} aria-label={`Settings of ${layout.name}`} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      {conflict.hasConflict && (
        <SettingsEditConflict
          id={layout._id}
          fields={fields}
          yours={form.values}
          choose={conflict}
        />
      )}
      {fields.length === 0 && layout.needs.includes('clientIds') && (
        <p>The client IDs are asked for with the first file.</p>
      )}
      {layout.help !== null && <p>{layout.help}</p>}
      <CodeFields form={form} fields={fields} missing={props.missing} />
      <CheckboxField
        label={checkLabel}
        description="Entries that do not fit this layout are exceptions, which block the closing."
        {...form.getInputProps('checksEntries', { type: 'checkbox' })}
      />
      <FormButtons isBusy={save.isPending} isDirty={() => form.isDirty()} onClose={onClose} />
    </Form>
  );
}

type CodeProps = Pick<FormProps, 'fields' | 'missing'> & { form: UseFormReturnType<Values> };

function CodeFields({ form, fields, missing }: CodeProps) {
  const [firstMissing] = useState(() => Object.keys(keyedTexts(fields, missing))[0]);
  return (
    <div className={formStyles.fields}>
      {keyedFields(fields).map(({ key, name: _name, ...field }) => (
        <TextField
          key={key}
          ref={key === firstMissing ? takeFocus : undefined}
          {...field}
          autoComplete="off"
          {...form.getInputProps(key)}
        />
      ))}
    </div>
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

type ButtonProps = { isBusy: boolean; isDirty: () => boolean; onClose: () => void };

function FormButtons({ isBusy, isDirty, onClose }: ButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className={shared.buttons}>
        <Button type="submit" isBusy={isBusy}>
          Save settings
        </Button>
        <Button variant="outline" onClick={() => (isDirty() ? setAsking(true) : onClose())}>
          Close
        </Button>
      </div>
      <DiscardQuestion isOpen={isAsking} onStay={() => setAsking(false)} onDiscard={onClose} />
    </>
  );
}

type SettingsEditConflictProps = {
  /** The id of the layout. */
  id: string;
  fields: readonly SettingField[];
  yours: Values;
  choose: Pick<
    ReturnType<typeof useSaveSettings>['conflict'],
    keyof ConflictChoices<never> | 'read'
  >;
};

/** Also shows changed codes that have no field in the form, such as those of another client. */
function SettingsEditConflict({ id, fields, yours, choose }: SettingsEditConflictProps) {
  const saved = useQuery({ ...postingSettingsQuery(id), refetchOnMount: 'always' });
  const { read } = choose;
  const compare = (theirs: SavedPostingSettings) => {
    const typed = settingsWith(read, { fields, values: yours });
    const sides = { base: read, yours: typed, theirs };
    return listDifferences(sides, settingLines(fields, Object.values(sides)));
  };
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

type Options = {
  layout: PostingLayout;
  fields: readonly SettingField[];
  saved: SavedPostingSettings;
  missing: Readonly<Record<string, string>>;
  onSaved: () => void;
};

/** Replaces the version of the settings that the form was filled with. */
function useSaveSettings({ layout, fields, saved, missing, onSaved }: Options) {
  const client = useQueryClient();
  const [read, setRead] = useState(saved);
  const form = useForm<Values>({
    initialValues: settingValuesFrom(fields, saved),
    initialErrors: keyedTexts(fields, missing),
  });
  const save = useOneMutation({
    mutationFn: async (values: Values) => {
      const body = settingsWith(read, { fields, values });
      try {
        await send(postingEndpoints.savePostingSettings, {
          params: { id: layout._id },
          body: { ...body, version: read.version },
        });
      } catch (error) {
        throw error instanceof ApiError ? ofForm(error, fields) : error;
      }
    },
    onSuccess: async () => {
      form.resetDirty();
      toast(`Settings of ${layout.name} saved.`);
      await invalidate(client, ['posting-layouts', 'entries']);
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
  return new ApiError({ ...error, message, fields: keyedTexts(fields, error.fields) });
}
