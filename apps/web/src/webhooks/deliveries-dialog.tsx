import { useQuery } from '@tanstack/react-query';
import {
  type Webhook,
  type WebhookDelivery,
  webhookEndpoints,
} from '@recoup/contract/webhooks/endpoints';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatMoment } from '../ui/lib/moment.ts';
import { read } from '../platform/api/read.ts';
import { useAction } from '../platform/api/use-action.ts';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { eventLabel, stateText } from './webhook-texts.ts';

type Props = { webhook: Webhook; onClose: () => void };

/** Deliveries to a webhook; the user can send a test event or repeat a delivery. */
export function DeliveriesDialog({ webhook, onClose }: Props) {
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
          about: aboutText(delivery),
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

function aboutText(delivery: WebhookDelivery): string {
  const { nextTryAt, tries } = delivery;
  const next = nextTryAt === null || tries === 0 ? '' : ` Next try ${formatMoment(nextTryAt)}.`;
  const text = stateText(delivery);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${next}`;
}
