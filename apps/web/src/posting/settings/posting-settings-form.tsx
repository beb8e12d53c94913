import type { UseFormReturnType } from '@mantine/form';
import type { PostingLayout } from '@recoup/contract/posting/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allDisbursementsQuery } from '../../disbursements/disbursements.queries.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import formStyles from '../../ui/form/form-shell.module.css';
import shared from '../../ui/layout/shared.module.css';
import { vatSettingsQuery } from '../../vat/vat.queries.ts';
import { postingSettingsQuery, type SavedPostingSettings } from '../posting.queries.ts';
import {
  checkLabel,
  settingClients,
  settingErrors,
  keyedFields,
  type SettingField,
  settingFields,
  type Values,
} from './setting-fields.ts';
import { SettingsEditConflict } from './settings-edit-conflict.tsx';
import { useSaveSettings } from './use-save-settings.ts';

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
  const saved = settings.data;
  const names = Object.keys(missing);
  const fields = settingFields(layout, {
    types: types.data.filter(
      ({ _id, active }) =>
        active || saved.accounts[_id] !== undefined || names.includes(`accounts.${_id}`),
    ),
    clients: settingClients(saved, names),
    // Lines of a former vendor still have VAT.
    isVatVendor:
      vat.data.isVatVendor || names.some((name) => /^(?:taxTypes\.|vatAccount$)/.test(name)),
  });
  return <SettingsForm {...props} fields={fields} saved={saved} />;
}

type FormProps = Props & { fields: readonly SettingField[]; saved: SavedPostingSettings };

function SettingsForm({ layout, onClose, ...props }: FormProps) {
  const [fields] = useState(props.fields);
  const { form, save, conflict } = useSaveSettings({ layout, ...props, fields });
  const { error, submit } = useFormAnswer({
    form,
    answer: conflict.saving.error,
    onSave: save.mutate,
  });
  return (
    <form noValidate className={shared.stack} aria-label={`Settings of ${layout.name}`} {...submit}>
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
    </form>
  );
}

type CodeProps = Pick<FormProps, 'fields' | 'missing'> & { form: UseFormReturnType<Values> };

function CodeFields({ form, fields, missing }: CodeProps) {
  const [firstMissing] = useState(() => Object.keys(settingErrors(fields, missing))[0]);
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
