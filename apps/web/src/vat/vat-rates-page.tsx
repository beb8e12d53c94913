import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { isoDate } from '@recoup/contract/core/fields';
import { vatEndpoints, vatPercent } from '@recoup/contract/vat/endpoints';
import { knownVatRates, type VatRate } from '@recoup/contract/vat/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useAction } from '../platform/api/use-action.ts';
import { today } from '../platform/browser/local-day.ts';
import { Button } from '../ui/controls/button.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { withDecimalPoint } from '../ui/lib/amounts.ts';
import { formatDate } from '../ui/lib/format.ts';
import { vatRatesQuery } from './rate-texts.ts';

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

/** The form of a new rate; `rates` the latest first, `format` writes a day. */
export function rateSchema(rates: readonly VatRate[], format: (day: string) => string) {
  const [last] = rates;
  return z.object({ percent: z.string(), validFrom: z.string() }).check(({ value, issues }) => {
    const add = (path: string, message: string | undefined): void => {
      if (message !== undefined)
        issues.push({ code: 'custom', input: value, path: [path], message });
    };
    add('percent', vatPercent.safeParse(parsePercent(value.percent)).error?.issues[0]?.message);
    add('validFrom', dayMessage(value.validFrom, { last, format }));
  });
}

type Known = { last: VatRate | undefined; format: (day: string) => string };

function dayMessage(day: string, { last, format }: Known): string | undefined {
  if (day === '') return 'Enter a day.';
  if (last && day <= last.validFrom)
    return `Must be after ${format(last.validFrom)}, when the last rate begins.`;
  return isoDate.safeParse(day).error?.issues[0]?.message;
}

/** NaN for what is no number. */
function parsePercent(text: string): number {
  const plain = withDecimalPoint(text.trim());
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Question before adding a rate; `day` is today. */
export function rateQuestion(
  rate: VatRate,
  { day, format }: { day: string; format: (day: string) => string },
): string {
  const { percent: added, validFrom: from } = rate;
  const past = from < day ? ' That day is in the past: recorded entries keep their rate.' : '';
  const what = `${added} % from ${format(from)}, for all firms.`;
  return `${what} It cannot be changed or removed later.${past}`;
}
