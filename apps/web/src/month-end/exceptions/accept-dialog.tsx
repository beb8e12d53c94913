import { useForm } from '@mantine/form';
import type { ComponentProps } from 'react';
import { acceptanceReason, type Exception } from '@recoup/contract/month-end/exception-endpoints';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import shared from '../../ui/layout/shared.module.css';
import { countsByCode, exceptionsText } from './exception-texts.ts';
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
  const form = useForm({ initialValues: { reason: '' }, validate: { reason: reasonError } });
  const accept = useAccept({ items, onDone: onAccepted, onChanged });
  const isEmpty = items.length === 0;
  return (
    <FormDialog
      title={`Accept ${exceptionsText(items.length)}`}
      form={form}
      saving={accept}
      onSave={({ reason }) => isEmpty || accept.run(reason)}
      action={{ label: 'Accept', isDisabled: isEmpty }}
      onClose={onClose}
    >
      <ul className={shared.muted}>
        {countsByCode(items).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ReasonField {...form.getInputProps('reason')} />
    </FormDialog>
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
