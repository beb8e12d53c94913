import { useForm, type UseFormReturnType } from '@mantine/form';
import { type Webhook, webhookLimits } from '@recoup/contract/webhooks/endpoints';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxChoice } from '../ui/form/checkbox-choice.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { eventOptions } from './webhook-words.ts';
import { createWebhook, updateWebhook } from './webhooks.queries.ts';

type Values = {
  url: string;
  events: Webhook['events'];
  isActive: boolean;
  renewSecret: boolean;
};

type Props = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  /** With the secret, if there is a new one. */
  onSaved: (secret: string | undefined) => void;
  onClose: () => void;
};

/** Adds or changes a webhook. */
export function WebhookDialog({ webhook, onSaved, onClose }: Props) {
  const { url = '', events = [], isActive = true } = webhook ?? {};
  const form = useForm<Values>({ initialValues: { url, events, isActive, renewSecret: false } });
  const save = useOneMutation({
    mutationFn: (values: Values) => saveWebhook(webhook, values),
    onSuccess: (secret) => {
      toast(webhook ? 'Webhook saved.' : 'Webhook added.');
      onSaved(secret);
    },
  });
  return (
    <FormDialog
      title={webhook ? 'Edit the webhook' : 'Add a webhook'}
      form={form}
      saving={save}
      onSave={save.mutate}
      action={{ label: webhook ? 'Save' : 'Add' }}
      onClose={onClose}
    >
      <Fields form={form} isNew={!webhook} />
    </FormDialog>
  );
}

type FieldProps = { form: UseFormReturnType<Values>; isNew: boolean };

function Fields({ form, isNew }: FieldProps) {
  return (
    <>
      <TextField
        label="Address"
        description="It begins with https://, and leads to no private network."
        type="url"
        inputMode="url"
        autoComplete="off"
        isRequired
        maxLength={webhookLimits.urlLength}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <CheckboxChoice
        legend="Events"
        options={eventOptions}
        chosen={form.values.events}
        error={errorText(form.errors['events'])}
        onChange={(chosen) => form.setFieldValue('events', [...chosen])}
      />
      {!isNew && (
        <>
          <CheckboxField
            label="Switched on"
            description="What waits while you switch it off is not sent."
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          <CheckboxField
            label="Make a new secret"
            description="Requests carry the signatures of both secrets for a day."
            {...form.getInputProps('renewSecret', { type: 'checkbox' })}
          />
        </>
      )}
    </>
  );
}

async function saveWebhook(
  webhook: Webhook | undefined,
  { url, events, isActive, renewSecret }: Values,
): Promise<string | undefined> {
  if (!webhook) return createWebhook({ url, events });
  // Recoup may have switched it off since it was shown here.
  const change = isActive === webhook.isActive ? {} : { isActive };
  return updateWebhook(webhook._id, { url, events, ...change, renewSecret });
}

function errorText(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
