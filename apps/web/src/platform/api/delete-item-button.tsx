import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import type { Subject } from './read.ts';
import { useActionBy } from './use-action.ts';

type Props = {
  name: string;
  /** Names the effect, which cannot be undone. */
  question: string;
  changes: readonly Subject[];
  remove: () => Promise<unknown>;
  title?: string;
  confirmLabel?: string;
  /** Text of a toast. */
  done?: string;
};

/** Deletes one of several things, after a question. */
export function DeleteItemButton({ name, question, changes, remove, ...texts }: Props) {
  const { title = `Delete ${name}?`, confirmLabel = 'Delete', done = `${name} deleted.` } = texts;
  const deleting = useActionBy(remove, { done, changes });
  return (
    <ConfirmButton
      variant="outline"
      size="small"
      aria-label={`Delete ${name}`}
      title={title}
      question={question}
      confirmLabel={confirmLabel}
      confirming={deleting}
      onConfirm={() => deleting.run()}
    >
      Delete
    </ConfirmButton>
  );
}
