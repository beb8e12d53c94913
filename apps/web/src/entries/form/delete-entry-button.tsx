import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';

export function DeleteButton({ what, remove, mayAsk }: DeleteProps) {
  return (
    <ConfirmButton
      variant="outline"
      title="Delete this entry?"
      question={`${what}: it is deleted permanently.`}
      confirmLabel="Delete permanently"
      mayAsk={mayAsk}
      confirming={remove}
      onConfirm={() => remove.mutate()}
    >
      Delete
    </ConfirmButton>
  );
}
type DeleteProps = {
  what: string;
  remove: { isPending: boolean; error: Error | null; mutate(): void };
  mayAsk: () => boolean;
};
