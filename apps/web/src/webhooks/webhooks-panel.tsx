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
import { DeleteButton } from './delete-button.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { aboutText } from './webhook-words.ts';
import { webhooksQuery } from './webhooks.queries.ts';

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
