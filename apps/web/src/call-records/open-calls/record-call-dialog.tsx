import { useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import type { MatterChoice } from '../../entries/form/matter-choice.ts';
import { MatterSearch } from '../../entries/matter-search/matter-search.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { type Option, SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import { useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import shared from '../../ui/layout/shared.module.css';
import { recordedText } from './call-texts.ts';
import type { CallAction, Failure } from './decided-calls.ts';
import { Form } from '../../ui/form/form.tsx';

type Props = {
  call: CallRecord;
  /** The failure of the last attempt, whose content is shown again. */
  failure: Failure | undefined;
  /** To choose from for a call of no attorney. */
  attorneys?: readonly Option[] | undefined;
  /** Other actions on the call. */
  children?: ReactNode;
  onDecide: (action: CallAction) => void;
  onClose: () => void;
};

/** Records a call on a matter that the user chooses, with a narration. */
export function RecordCallDialog({ call, failure, attorneys, onDecide, ...rest }: Props) {
  const id = useId();
  const form = useForm({
    initialValues: recordDraftFrom(call, failure),
    validate: {
      attorney: (value) => (attorneys && value === '' ? 'Choose the attorney.' : null),
      matter: (value) => (value === null ? 'Choose a matter.' : null),
    },
  });
  const onSave = (draft: Draft) => {
    if (draft.matter !== null) onDecide(toAction(call, { ...draft, matter: draft.matter }));
  };
  const { submit } = useFormAnswer({ form, onSave });
  return (
    <Dialog
      title={`Call of ${formatMoment(call.startedAt)}`}
      isOpen
      isChanged={form.isDirty()}
      onClose={rest.onClose}
      actions={<DialogButtons action={{ label: 'Record', form: id }} />}
    >
      <div className={shared.stack}>
        {rest.children}
        <Form id={id} className={shared.stack} {...submit}>
          <Fields form={form} attorneys={attorneys} />
        </Form>
      </div>
    </Dialog>
  );
}

type FieldsProps = Pick<Props, 'attorneys'> & { form: UseFormReturnType<Draft> };

function Fields({ form, attorneys }: FieldsProps) {
  return (
    <>
      {attorneys && (
        <SelectField
          label="Attorney"
          isRequired
          options={[{ value: '', label: 'Choose the attorney' }, ...attorneys]}
          {...form.getInputProps('attorney')}
        />
      )}
      <MatterSearch
        value={form.values.matter}
        error={errorText(form.errors.matter)}
        onChoose={(matter) => form.setFieldValue('matter', matter)}
      />
      <TextAreaField
        label="Narration"
        rows={3}
        maxLength={1000}
        {...form.getInputProps('narration')}
      />
    </>
  );
}

type Draft = { attorney: string; matter: MatterChoice | null; narration: string };

function recordDraftFrom({ matter }: CallRecord, failure: Failure | undefined): Draft {
  const shown = failure?.matter ?? matter;
  return {
    attorney: failure?.decision.attorney ?? '',
    matter: shown === null ? null : { ...shown, client: null },
    narration: failure?.decision.narration ?? '',
  };
}

function toAction(call: CallRecord, draft: Draft & { matter: MatterChoice }): CallAction {
  const { _id, number, name } = draft.matter;
  const narration = draft.narration.trim();
  return {
    call,
    text: recordedText(call, number),
    matter: { _id, number, name },
    decision: {
      state: 'recorded',
      matter: _id,
      ...(narration !== '' && { narration }),
      ...(draft.attorney !== '' && { attorney: draft.attorney }),
    },
  };
}

function errorText(error: ReactNode): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
