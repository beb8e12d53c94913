import {
  type Webhook,
  type WebhookDelivery,
  webhookEndpoints,
  webhookLimits,
} from '@recoup/contract/webhooks/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { send } from '../platform/api/api-client.ts';
import { DeleteItemButton } from '../platform/api/delete-item-button.tsx';
import { invalidate, read, readData } from '../platform/api/read.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { EditItemButton, ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatMoment } from '../ui/lib/moment.ts';
import { aboutText, eventLabel, stateText } from './webhook-texts.ts';

/** The webhooks of the firm, without their secrets. */
export const webhooksQuery = readData(
  webhookEndpoints.listWebhooks,
  {},
  { what: 'webhooks', beginsWithLast: true },
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

const loadDialog = async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog });
const WebhookDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** `add` and a webhook open the form, `shown` its deliveries. */
type Open = { form?: Webhook | 'add'; shown?: string; secret?: string };

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>({});
  useLoadBeforeUse(loadDialog);
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
        <Suspense>
          <WebhookDialog
            webhook={open.form === 'add' ? undefined : open.form}
            onSaved={(secret) => close(secret === undefined ? {} : { secret })}
            onClose={() => close()}
          />
        </Suspense>
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
          <EditItemButton name={webhook.url} onClick={() => onOpen({ form: webhook })} />
          <DeleteItemButton
            name={webhook.url}
            title="Delete the webhook?"
            question={`Nothing more is sent to ${webhook.url}, and its deliveries are deleted too.`}
            done="Webhook deleted."
            changes={['webhooks']}
            remove={async () =>
              send(webhookEndpoints.deleteWebhook, { params: { id: webhook._id } })
            }
          />
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

type Props = { webhook: Webhook; onClose: () => void };

/** Deliveries to a webhook; the user can send a test event or repeat a delivery. */
function DeliveriesDialog({ webhook, onClose }: Props) {
  const test = useAction(webhookEndpoints.testWebhook, {
    done: 'Test event queued.',
    changes: ['webhooks'],
  });
  const repeat = useAction(webhookEndpoints.repeatWebhookDelivery, {
    done: 'Delivery queued.',
    changes: ['webhooks'],
  });
  const error = test.error ?? repeat.error;
  const mayAct = may('webhooks:write') && webhook.isActive;
  return (
    <Dialog title="Deliveries" isOpen onClose={onClose} actions={<DoneButton onDone={onClose} />}>
      <p className={shared.muted}>To {webhook.url}, in the last 30 days.</p>
      {mayAct && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            data-autofocus
            isOnce
            isBusy={test.isPending}
            onClick={() => test.run({ params: { id: webhook._id } })}
          >
            Send a test event
          </Button>
        </div>
      )}
      {error && <Alert kind="error">{error.message}</Alert>}
      <Loaded query={useQuery(deliveriesQuery(webhook._id))} what="The deliveries">
        {(page) => <Deliveries {...page} onRepeat={mayAct ? repeat.run : undefined} />}
      </Loaded>
    </Dialog>
  );
}

/** The latest deliveries of a webhook. While one of them waits, the list is read again. */
function deliveriesQuery(id: string) {
  const input = { params: { id }, query: { page: 1, itemsPerPage: 20 } };
  return read(webhookEndpoints.listWebhookDeliveries, input, {
    what: 'deliveries',
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.state === 'waiting') === true ? 2_000 : false,
  });
}

type ListProps = {
  data: readonly WebhookDelivery[];
  count: number;
  onRepeat: ((input: { params: { id: string } }) => void) | undefined;
};

function Deliveries({ data, count, onRepeat }: ListProps) {
  if (data.length === 0) return <p>Nothing was sent yet.</p>;
  return (
    <>
      <ItemList
        label="Deliveries"
        items={data.map((delivery) => ({
          key: delivery._id,
          title: `${eventLabel(delivery.event)}, ${formatMoment(delivery.createdAt)}`,
          about: deliveryText(delivery),
          action: onRepeat && delivery.state !== 'waiting' && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Send again: ${eventLabel(delivery.event)}`}
              isOnce
              onClick={() => onRepeat({ params: { id: delivery._id } })}
            >
              Send again
            </Button>
          ),
        }))}
      />
      {count > data.length && (
        <p className={shared.muted}>
          These are the latest {data.length} of {count}.
        </p>
      )}
    </>
  );
}

function deliveryText(delivery: WebhookDelivery): string {
  const { nextTryAt, tries } = delivery;
  const next = nextTryAt === null || tries === 0 ? '' : ` Next try ${formatMoment(nextTryAt)}.`;
  const text = stateText(delivery);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${next}`;
}
