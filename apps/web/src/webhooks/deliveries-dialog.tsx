import type { Webhook, WebhookDelivery } from '@recoup/contract/webhooks/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatMoment } from '../ui/lib/moment.ts';
import { eventLabel, stateText } from './webhook-texts.ts';
import { deliveriesQuery, repeatDelivery, testWebhook } from './webhooks.queries.ts';

type Props = { webhook: Webhook; onClose: () => void };

/** Deliveries to a webhook; the user can send a test event or repeat a delivery. */
export function DeliveriesDialog({ webhook, onClose }: Props) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook._id));
  const deeds = useDeliveryActions(webhook._id);
  const mayAct = may('webhooks:write') && webhook.isActive;
  return (
    <Dialog title="Deliveries" isOpen onClose={onClose} actions={<DoneButton onDone={onClose} />}>
      <p className={shared.muted}>To {webhook.url}, in the last 30 days.</p>
      {mayAct && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            data-autofocus
            isBusy={deeds.test.isPending}
            onClick={(event) => deeds.sendTest(event.detail)}
          >
            Send a test event
          </Button>
        </div>
      )}
      {deeds.error && <Alert kind="error">{deeds.error.message}</Alert>}
      {error !== null && (
        <ErrorState
          title="The deliveries could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <p>Loading…</p>}
      {data && <Deliveries {...data} onRepeat={mayAct ? deeds.sendAgain : undefined} />}
    </Dialog>
  );
}

type ListProps = {
  data: readonly WebhookDelivery[];
  count: number;
  onRepeat: ((id: string, clicks: number) => void) | undefined;
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
              onClick={(event) => onRepeat(delivery._id, event.detail)}
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

function useDeliveryActions(webhookId: string) {
  const client = useQueryClient();
  const { queryKey } = deliveriesQuery(webhookId);
  const refresh = async () => client.invalidateQueries({ queryKey });
  const test = useOneMutation({
    mutationFn: () => testWebhook(webhookId),
    onSuccess: async () => {
      toast('Test event queued.');
      await refresh();
    },
  });
  const again = useOneMutation({
    mutationFn: repeatDelivery,
    onSuccess: async () => {
      toast('Delivery queued.');
      await refresh();
    },
  });
  return {
    test,
    error: test.error ?? again.error,
    // A double click sends one, however fast the first was.
    sendTest: (clicks: number) => {
      if (clicks < 2) test.mutate();
    },
    sendAgain: (id: string, clicks: number) => {
      if (clicks < 2) again.mutate(id);
    },
  };
}
