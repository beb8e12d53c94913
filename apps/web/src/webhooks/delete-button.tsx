import type { Webhook } from '@recoup/contract/webhooks/endpoints';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { deleteWebhook } from './webhooks.queries.ts';

type Props = { webhook: Webhook; onDeleted: () => void };

export function DeleteButton({ webhook, onDeleted }: Props) {
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
