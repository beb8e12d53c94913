import { schemaResolver, useForm } from '@mantine/form';
import { vatEndpoints } from '@recoup/contract/vat/endpoints';
import { knownVatRates, type VatRate } from '@recoup/contract/vat/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { withDecimalPoint } from '../ui/lib/amounts.ts';
import { formatDate } from '../ui/lib/format.ts';
import { addVatRate, vatRatesQuery } from './vat.queries.ts';

const intro =
  'The standard rates of VAT for all firms. Recorded entries keep the rate of their day.';

/** The standard rates, and a later one. */
export function VatRatesPage() {
  const { data, error, refetch } = useQuery(vatRatesQuery);
  return (
    <PageFrame title="VAT Rates" width="form" intro={intro}>
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
        <RateForm />
      </Panel>
    </PageFrame>
  );
}

const empty = { percent: '', validFrom: '' };
const schema = z
  .object({ percent: z.string(), validFrom: vatEndpoints.createVatRate.body.shape.validFrom })
  .check(({ value, issues }) => {
    const { percent } = vatEndpoints.createVatRate.body.shape;
    const message = percent.safeParse(percentOf(value.percent)).error?.issues[0]?.message;
    if (message !== undefined)
      issues.push({ code: 'custom', input: value, path: ['percent'], message });
  });

function RateForm() {
  const { form, save } = useRateForm();
  const { error, leaving, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: ({ percent, validFrom }) => save.mutate({ percent: percentOf(percent), validFrom }),
  });
  return (
    <form noValidate className={shared.stack} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <TextField
        label="Rate (%)"
        inputMode="decimal"
        autoComplete="off"
        isRequired
        {...form.getInputProps('percent')}
      />
      <TextField
        label="Valid from"
        type="date"
        isRequired
        description="After the last rate. It cannot be changed later."
        {...form.getInputProps('validFrom')}
      />
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Add rate
        </Button>
      </div>
    </form>
  );
}

function useRateForm() {
  const client = useQueryClient();
  const form = useForm({
    initialValues: empty,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  });
  const save = useOneMutation({
    mutationFn: addVatRate,
    onSuccess: async ({ percent, validFrom }: VatRate) => {
      form.reset();
      toast(`Rate added: ${percent} % from ${formatDate(validFrom)}.`);
      await client.invalidateQueries({ queryKey: vatRatesQuery.queryKey });
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, save };
}

/** NaN for what is no number. */
function percentOf(text: string): number {
  const plain = withDecimalPoint(text.trim());
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
