import { type Webhook, webhookLimits } from '@recoup/contract/webhooks/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { aboutText, eventOptions } from './webhook-texts.ts';
import { webhooksQuery, deleteWebhook, createWebhook, updateWebhook } from './webhooks.queries.ts';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { CheckboxChoice } from '../ui/form/checkbox-choice.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';

/** The firm's webhooks and their deliveries. */
export function WebhooksPanel() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  return (
    <Panel label="Webhooks" isBusy={!data && error === null}>
      <div>
        <h2>Webhooks</h2>
        <p className={shared.muted}>
          Recoup sends events to addresses of your systems, signed by the convention of Standard
          Webhooks. A delivery is tried for a day. A webhook that is gone, or takes nothing for
          three days, is switched off, and the firm’s admins get an email.{' '}
          <Link to={paths.api}>The events</Link>
        </p>
      </div>
      {error !== null && (
        <ErrorState
          title="The webhooks could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <p>Loading…</p>}
      {data && error === null && <Webhooks webhooks={data.data} />}
    </Panel>
  );
}

/** `add` and a webhook open the form, `shown` its deliveries. */
type Open = { form?: Webhook | 'add'; shown?: string; secret?: string };

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>({});
  // A request whose reply was lost may have changed one.
  const close = (then: Open = {}) => {
    setOpen(then);
    void client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
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
          action: <Actions webhook={webhook} onOpen={setOpen} onDeleted={() => close()} />,
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

type ActionProps = { webhook: Webhook; onOpen: (open: Open) => void; onDeleted: () => void };

function Actions({ webhook, onOpen, onDeleted }: ActionProps) {
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
          <DeleteButton webhook={webhook} onDeleted={onDeleted} />
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

type Props = { webhook: Webhook; onDeleted: () => void };

function DeleteButton({ webhook, onDeleted }: Props) {
  const deleting = useOneMutation({
    mutationFn: () => deleteWebhook(webhook._id),
    onSuccess: () => {
      toast('Webhook deleted.');
      onDeleted();
    },
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
      onConfirm={() => deleting.mutate()}
    >
      Delete
    </ConfirmButton>
  );
}

type Values = {
  url: string;
  events: Webhook['events'];
  isActive: boolean;
  renewSecret: boolean;
};

type WebhookDialogProps = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  /** With the secret, if there is a new one. */
  onSaved: (secret: string | undefined) => void;
  onClose: () => void;
};

/** Adds or changes a webhook. */
function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
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
