import { type Webhook, webhookEndpoints, webhookLimits } from '@recoup/contract/webhooks/endpoints';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { CheckboxChoice } from '../ui/form/checkbox-choice.tsx';
import {
  defineForm,
  flagField,
  formValuesFrom,
  ownField,
  textField,
  type Values,
} from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { eventOptions } from './webhook-texts.ts';

const webhookForm = defineForm({
  url: textField('Address', {
    description: 'It begins with https://, and leads to no private network.',
    type: 'url',
    inputMode: 'url',
    autoComplete: 'off',
    isRequired: true,
    maxLength: webhookLimits.urlLength,
    'data-autofocus': true,
  }),
  events: ownField<Webhook['events']>({ read: (saved) => saved ?? [] }),
  isActive: flagField('Switched on', {
    start: true,
    description: 'What waits while you switch it off is not sent.',
  }),
  renewSecret: flagField('Make a new secret', {
    description: 'Requests carry the signatures of both secrets for a day.',
  }),
});
type WebhookValues = Values<(typeof webhookForm)['fields']>;

type Props = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  /** With the secret, if there is a new one. */
  onSaved: (secret: string | undefined) => void;
  onClose: () => void;
};

/** Adds or changes a webhook. */
export function WebhookDialog({ webhook, onSaved, onClose }: Props) {
  const form = useDefinedForm(webhookForm, {
    initialValues: formValuesFrom(webhookForm, webhook),
  });
  const save = useActionBy((values: WebhookValues) => saveWebhook(webhook, values), {
    done: webhook ? 'Webhook saved.' : 'Webhook added.',
    onDone: onSaved,
  });
  return (
    <FormDialog
      title={webhook ? 'Edit the webhook' : 'Add a webhook'}
      form={form}
      saving={save}
      onSave={save.run}
      action={{ label: webhook ? 'Save' : 'Add' }}
      onClose={onClose}
    >
      <Fields form={form} except={['isActive', 'renewSecret']} />
      <CheckboxChoice
        legend="Events"
        options={eventOptions}
        chosen={form.values.events}
        error={errorText(form.errors['events'])}
        onChange={(chosen) => form.setFieldValue('events', [...chosen])}
      />
      {webhook && <Fields form={form} names={['isActive', 'renewSecret']} />}
    </FormDialog>
  );
}

/** Returns the secret, if there is a new one. */
async function saveWebhook(
  webhook: Webhook | undefined,
  { isActive, renewSecret, ...values }: WebhookValues,
): Promise<string | undefined> {
  if (!webhook) {
    const { data } = await send(webhookEndpoints.createWebhook, { body: values });
    return data.secret;
  }
  // Recoup may have switched it off since it was shown here.
  const change = isActive === webhook.isActive ? {} : { isActive };
  const body = { ...values, ...change, renewSecret };
  const input = { params: { id: webhook._id }, body };
  return (await send(webhookEndpoints.updateWebhook, input)).data.secret;
}

function errorText(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
