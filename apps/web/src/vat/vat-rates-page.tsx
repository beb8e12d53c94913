import { useQuery } from '@tanstack/react-query';
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { knownVatRates, type VatRate } from '@recoup/contract/vat/rules';
import { vatEndpoints } from '@recoup/contract/vat/endpoints';
import { ErrorState } from '../ui/feedback/states.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { vatRatesQuery } from './rate-texts.ts';
import { today } from '../platform/browser/local-day.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import shared from '../ui/layout/shared.module.css';
import { parsePercent, rateQuestion, rateSchema } from './rate-schema.ts';
import { Form } from '../ui/form/form.tsx';
import { useAction } from '../platform/api/use-action.ts';

const intro =
  'The standard rates of VAT for all firms. Recorded entries keep the rate of their day.';

/** The standard rates, and a later one. */
export function VatRatesPage() {
  const { data, error, refetch } = useQuery(vatRatesQuery);
  return (
    <PageFrame title="VAT rates" width="form" intro={intro}>
      <Panel label="Rates">
        <h2>Rates</h2>
        {error !== null && (
          <ErrorState
            title="The rates could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
          />
        )}
        <ul aria-busy={!data && error === null}>
          {(data ?? knownVatRates).map(({ percent, validFrom }) => (
            <li key={validFrom}>
              {percent} % from {formatDate(validFrom)}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel label="Add a rate">
        <h2>Add a rate</h2>
        <RateForm rates={data ?? knownVatRates} />
      </Panel>
    </PageFrame>
  );
}

type RateValuesForm = UseFormReturnType<{ percent: string; validFrom: string }>;

/** Asks before it adds a rate, which no admin can change. */
function RateForm({ rates }: { rates: readonly VatRate[] }) {
  const [newRate, setNewRate] = useState<VatRate | null>(null);
  const { form, save } = useRateForm(rates, () => setNewRate(null));
  const { error, leaving, submit } = useFormAnswer({
    form,
    saving: save,
    onSave: ({ percent, validFrom }) => setNewRate({ percent: parsePercent(percent), validFrom }),
  });
  return (
    <>
      <Form className={shared.stack} {...leaving} {...submit}>
        {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
        <RateFields form={form} />
        <div className={shared.buttons}>
          <Button type="submit" isBusy={save.isPending}>
            Add rate
          </Button>
        </div>
      </Form>
      <RateQuestion
        rate={newRate}
        isBusy={save.isPending}
        onAdd={(body) => save.run({ body })}
        onClose={() => setNewRate(null)}
      />
    </>
  );
}

function RateFields({ form }: { form: RateValuesForm }) {
  return (
    <>
      <TextField
        label="Rate (%)"
        inputMode="decimal"
        autoComplete="off"
        isRequired
        {...form.getInputProps('percent')}
      />
      <DayField
        label="Valid from"
        isRequired
        description="After the last rate. It cannot be changed later."
        {...form.getInputProps('validFrom')}
      />
    </>
  );
}

type Question = {
  rate: VatRate | null;
  isBusy: boolean;
  onAdd: (rate: VatRate) => void;
  onClose: () => void;
};

function RateQuestion({ rate, isBusy, onAdd, onClose }: Question) {
  const add = { label: 'Add for all firms', isDanger: true, isBusy };
  return (
    <Dialog
      title="Add this rate?"
      isOpen={rate !== null}
      onClose={onClose}
      actions={<DialogButtons action={{ ...add, onClick: () => rate && onAdd(rate) }} />}
    >
      {rate && <p>{rateQuestion(rate, { day: today(), format: formatDate })}</p>}
    </Dialog>
  );
}

function useRateForm(rates: readonly VatRate[], onAnswer: () => void) {
  const form = useForm({
    initialValues: { percent: '', validFrom: '' },
    validate: schemaResolver(rateSchema(rates, formatDate), { sync: true }),
    validateInputOnBlur: true,
  });
  const save = useAction(vatEndpoints.createVatRate, {
    done: ({ data }) => `Rate added: ${data.percent} % from ${formatDate(data.validFrom)}.`,
    changes: ['vat-rates'],
    isFormKept: true,
    // An error is shown in the form.
    onError: onAnswer,
    onDone: () => {
      onAnswer();
      form.reset();
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, save };
}
