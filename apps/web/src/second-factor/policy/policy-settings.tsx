import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type FirmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { today } from '../../platform/browser/local-day.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { defineForm, ownField } from '../../ui/form/define-form.ts';
import { SavedForm, useSavedForm } from '../../ui/form/saved-form.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatDate } from '../../ui/lib/format.ts';
import { invalidate } from '../../platform/api/read.ts';
import { send } from '../../platform/api/api-client.ts';

type Policy = FirmSettings['secondFactor'];

/** Setting for the users of the firm who need a second factor to sign in. */
export function PolicySettings({ saved }: { saved: Policy }) {
  return (
    <Panel label="Second factor">
      <div>
        <h2>Second factor</h2>
        <p className={shared.muted}>
          A code of an app or a passkey, asked at sign-in after the password. People add theirs
          under Security in the menu below their initials.
        </p>
      </div>
      <PolicyForm saved={saved} />
    </Panel>
  );
}

const policyForm = defineForm({
  secondFactor: ownField<{ policy: Policy['policy']; from: string }, Policy>({
    read: (saved) => ({ policy: saved?.policy ?? 'off', from: saved?.from ?? today() }),
    schema: z
      .object({ policy: z.string(), from: z.string() })
      .refine(({ policy, from }) => policy === 'off' || from !== '', {
        path: ['from'],
        error: 'Choose a day.',
      }),
  }),
});

function PolicyForm({ saved }: { saved: Policy }) {
  const client = useQueryClient();
  const { form, saving } = useSavedForm(policyForm, {
    saved: { secondFactor: saved },
    save: async ({ secondFactor: { policy, from } }) => {
      const body = { secondFactor: { policy, ...(policy !== 'off' && { from }) } };
      return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data;
    },
    onSaved: ({ secondFactor }) => {
      toast(policyText(secondFactor));
      // The policy may hold for the user who sets it.
      void invalidate(client, ['firm-settings', 'account']);
    },
  });
  const { policy } = form.values.secondFactor;
  return (
    <SavedForm form={form} saving={saving} action="Save second factor">
      <RadioGroup
        label="Required of"
        options={policyOptions}
        value={policy}
        onChange={(value) => form.setFieldValue('secondFactor.policy', parsePolicy(value))}
      />
      {policy !== 'off' && (
        <DayField
          label="From"
          isRequired
          description="Until that day they see a notice. From then on they must add one to go on."
          {...form.getInputProps('secondFactor.from')}
        />
      )}
    </SavedForm>
  );
}

const policyOptions = [
  { value: 'off', label: 'Nobody' },
  { value: 'admins', label: 'Firm admins' },
  { value: 'all', label: 'Everybody of the firm' },
] as const satisfies readonly { value: Policy['policy']; label: string }[];

function parsePolicy(value: string): Policy['policy'] {
  return policyOptions.find((each) => each.value === value)?.value ?? 'off';
}

/** Message after a save of the policy. */
function policyText({ policy, from }: Policy): string {
  if (policy === 'off') return 'Saved: a second factor is not required.';
  const who = policy === 'all' ? 'everybody of the firm' : 'firm admins';
  return `Saved: required of ${who} from ${formatDate(from ?? '')}.`;
}
