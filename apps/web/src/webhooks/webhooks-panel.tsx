import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Webhook, webhookLimits, webhookEndpoints } from '@recoup/contract/webhooks/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { aboutText, eventOptions } from './webhook-texts.ts';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
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
import { readData, invalidate } from '../platform/api/read.ts';
import { useAction, useActionBy } from '../platform/api/use-action.ts';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { send } from '../platform/api/api-client.ts';

/** The webhooks of the firm, without their secrets. */
export const webhooksQuery = readData(
  webhookEndpoints.listWebhooks,
  {},
  { what: 'webhooks', staleTime: 0 },
);

/** The firm's webhooks and their deliveries. */
export function WebhooksPanel() {
  const webhooks = useQuery(webhooksQuery);
  return (
    <Panel label="Webhooks" isBusy={webhooks.isPending}>
      <div>
        <h2>Webhooks</h2>
        <p className={shared.muted}>
          Recoup sends events to addresses of your systems, signed by the convention of Standard
          Webhooks. A delivery is tried for a day. A webhook that is gone, or takes nothing for
          three days, is switched off, and the firm’s admins get an email.{' '}
          <Link to={paths.api}>The events</Link>
        </p>
      </div>
      <Loaded query={webhooks} what="The webhooks">
        {(data) => <Webhooks webhooks={data} />}
      </Loaded>
    </Panel>
  );
}

/** `add` and a webhook open the form, `shown` its deliveries. */
type Open = { form?: Webhook | 'add'; shown?: string; secret?: string };

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>({});
  // A request whose reply was lost may have changed one, and the server may have sent a delivery.
  const close = (then: Open = {}) => {
    setOpen(then);
    void invalidate(client, ['webhooks']);
  };
  const shown = webhooks.find(({ _id }) => _id === open.shown);
  return (
    <>
      {webhooks.length === 0 && <p>There is no webhook yet.</p>}
      <ItemList
        label="Webhooks"
        items={webhooks.map((webhook) => ({
          key: webhook._id,
          title: webhook.url,
          tag: !webhook.isActive && <Tag>Off</Tag>,
          about: aboutText(webhook),
          action: <Actions webhook={webhook} onOpen={setOpen} />,
        }))}
      />
      {may('webhooks:write') && (
        <Add
          isFull={webhooks.length >= webhookLimits.perFirm}
          onAdd={() => setOpen({ form: 'add' })}
        />
      )}
      {open.form && (
        <WebhookDialog
          webhook={open.form === 'add' ? undefined : open.form}
          onSaved={(secret) => close(secret === undefined ? {} : { secret })}
          onClose={() => close()}
        />
      )}
      {shown && <DeliveriesDialog webhook={shown} onClose={() => close()} />}
      {open.secret !== undefined && <SecretDialog secret={open.secret} onClose={() => close()} />}
    </>
  );
}

type ActionProps = { webhook: Webhook; onOpen: (open: Open) => void };

function Actions({ webhook, onOpen }: ActionProps) {
  return (
    <span className={shared.buttons}>
      <Button
        variant="outline"
        size="small"
        aria-label={`Deliveries to ${webhook.url}`}
        onClick={() => onOpen({ shown: webhook._id })}
      >
        Deliveries
      </Button>
      {may('webhooks:write') && (
        <>
          <Button
            variant="outline"
            size="small"
            aria-label={`Edit ${webhook.url}`}
            onClick={() => onOpen({ form: webhook })}
          >
            Edit
          </Button>
          <DeleteButton webhook={webhook} />
        </>
      )}
    </span>
  );
}

function Add({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <>
      <div className={shared.buttons}>
        <Button variant="outline" disabled={isFull} onClick={onAdd}>
          Add a webhook
        </Button>
      </div>
      {isFull && (
        <p className={shared.muted}>
          The firm has {webhookLimits.perFirm} webhooks, the most there can be. Delete one first.
        </p>
      )}
    </>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="The secret of the webhook"
      label="Secret"
      secret={secret}
      loss="The secret is not shown again. Copy it first."
      about="It is not shown again after you close this. If it is lost, make a new one with Edit."
      onClose={onClose}
    >
      <p>With it, the receiver verifies that a request comes from Recoup.</p>
    </ShownOnceDialog>
  );
}

function DeleteButton({ webhook }: { webhook: Webhook }) {
  const deleting = useAction(webhookEndpoints.deleteWebhook, {
    done: 'Webhook deleted.',
    changes: ['webhooks'],
  });
  return (
    <ConfirmButton
      variant="outline"
      size="small"
      aria-label={`Delete ${webhook.url}`}
      title="Delete the webhook?"
      question={`Nothing more is sent to ${webhook.url}, and its deliveries are deleted too.`}
      confirmLabel="Delete"
      confirming={deleting}
      onConfirm={() => deleting.run({ params: { id: webhook._id } })}
    >
      Delete
    </ConfirmButton>
  );
}

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

type WebhookDialogProps = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  /** With the secret, if there is a new one. */
  onSaved: (secret: string | undefined) => void;
  onClose: () => void;
};

/** Adds or changes a webhook. */
function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
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
