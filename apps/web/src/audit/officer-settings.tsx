import { useForm } from '@mantine/form';
import {
  type FirmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';

type Officer = FirmSettings['informationOfficer'];

/** Whom the Information Regulator asks; the incident pack names them. */
export function OfficerSettings({ saved }: { saved: Officer }) {
  return (
    <Panel label="Information officer">
      <div>
        <h2>Information officer</h2>
        <p className={shared.muted}>
          The person registered with the Information Regulator. The incident pack names them.
        </p>
      </div>
      <OfficerForm saved={saved} />
    </Panel>
  );
}

function OfficerForm({ saved }: { saved: Officer }) {
  const { form, save } = useOfficerForm(saved);
  const { error, leaving, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: (values) => save.mutate(values),
  });
  return (
    <form noValidate className={shared.stack} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <TextField
        label="Name"
        autoComplete="off"
        {...form.getInputProps('informationOfficer.name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('informationOfficer.email')}
      />
      <TextField
        label="Telephone"
        type="tel"
        autoComplete="off"
        {...form.getInputProps('informationOfficer.phone')}
      />
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save information officer
        </Button>
      </div>
    </form>
  );
}

/** Named as on the wire, so that messages of the server are shown at their fields. */
type Values = { informationOfficer: NonNullable<Officer> };

function useOfficerForm(saved: Officer) {
  const client = useQueryClient();
  const form = useForm<Values>({ initialValues: valuesOf(saved), validateInputOnBlur: true });
  const save = useOneMutation({
    mutationFn: saveOfficer,
    onSuccess: async (officer) => {
      form.setInitialValues(valuesOf(officer));
      form.setValues(valuesOf(officer));
      toast(officer === null ? 'Saved: no information officer.' : 'Information officer saved.');
      await client.invalidateQueries({ queryKey: queryKeys.firms });
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, save };
}

function valuesOf(officer: Officer): Values {
  return { informationOfficer: officer ?? { name: '', email: '', phone: '' } };
}

/** Three empty fields stand for no officer. Throws `ApiError`, with `fields`. */
async function saveOfficer({ informationOfficer: typed }: Values): Promise<Officer> {
  const isEmpty = Object.values(typed).every((value) => value.trim() === '');
  const body = { informationOfficer: isEmpty ? null : typed };
  return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data.informationOfficer;
}
