import { useForm } from '@mantine/form';
import { acceptanceReason, type Exception } from '@recoup/contract/month-end/exception-endpoints';
import { type ComponentProps, useId } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import shared from '../../ui/layout/shared.module.css';
import { countsByCode, exceptionsText } from './exception-words.ts';
import { useAccept } from './use-accept.ts';

type Props = {
  items: readonly Exception[];
  onAccepted: () => void;
  /** Some of them have changed or gone. */
  onChanged: () => void;
  onClose: () => void;
};

/** Accepts exceptions for one reason, which stays when some of them have changed meanwhile. */
export function AcceptDialog({ items, onAccepted, onChanged, onClose }: Props) {
  const id = useId();
  const form = useForm({ initialValues: { reason: '' }, validate: { reason: reasonError } });
  const accept = useAccept({ items, onDone: onAccepted, onChanged });
  const { error, submit } = useFormAnswer({
    form,
    answer: accept.error,
    onSave: ({ reason }) => {
      if (items.length > 0) accept.mutate(reason);
    },
  });
  const action = {
    label: 'Accept',
    form: id,
    isBusy: accept.isPending,
    isDisabled: items.length === 0,
  };
  return (
    <Dialog
      title={`Accept ${exceptionsText(items.length)}`}
      isOpen
      isChanged={form.isDirty() && !accept.isSuccess}
      onClose={accept.isPending ? undefined : onClose}
      actions={<DialogButtons action={action} />}
    >
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <ul className={shared.muted}>
        {countsByCode(items).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <form id={id} noValidate {...submit}>
        <ReasonField {...form.getInputProps('reason')} />
      </form>
    </Dialog>
  );
}

function ReasonField(props: Omit<ComponentProps<typeof TextAreaField>, 'label'>) {
  return (
    <TextAreaField
      {...props}
      label="Reason"
      description="Kept with your name. If the facts change, the exception opens again."
      rows={3}
      isRequired
      data-autofocus
    />
  );
}

function reasonError(value: string): string | null {
  return acceptanceReason.safeParse(value).error?.issues[0]?.message ?? null;
}
