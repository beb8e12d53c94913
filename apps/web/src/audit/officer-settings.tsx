import { useQueryClient } from '@tanstack/react-query';
import {
  type FirmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { send } from '../platform/api/api-client.ts';
import { invalidate } from '../platform/api/read.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { defineForm, ownField } from '../ui/form/define-form.ts';
import { SavedForm, useSavedForm } from '../ui/form/saved-form.tsx';
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

const officerForm = defineForm({
  informationOfficer: ownField<NonNullable<Officer>>({
    read: (saved) => saved ?? { name: '', email: '', phone: '' },
  }),
});

function OfficerForm({ saved }: { saved: Officer }) {
  const client = useQueryClient();
  const { form, saving } = useSavedForm(officerForm, {
    saved: { informationOfficer: saved },
    save: async ({ informationOfficer: typed }) => {
      // Three empty fields stand for no officer.
      const isEmpty = Object.values(typed).every((value) => value.trim() === '');
      const body = { informationOfficer: isEmpty ? null : typed };
      return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data;
    },
    onSaved: ({ informationOfficer: officer }) => {
      toast(officer === null ? 'Saved: no information officer.' : 'Information officer saved.');
      void invalidate(client, ['firm-settings']);
    },
  });
  return (
    <SavedForm form={form} saving={saving} action="Save information officer">
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
    </SavedForm>
  );
}
