import { useForm } from '@mantine/form';
import {
  type ChangedFirmSettings,
  type FirmSettings,
  firmSettings,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { StandardRate } from './standard-rate.tsx';
import { saveVatSettings, vatSettingsQuery } from './vat.queries.ts';

/** Whether and how the firm charges VAT. */
export function VatSettings({ saved }: { saved: FirmSettings }) {
  return (
    <Panel label="VAT">
      <h2>VAT</h2>
      <VatForm saved={saved} />
    </Panel>
  );
}

function VatForm({ saved }: { saved: FirmSettings }) {
  const { form, save } = useVatForm(saved);
  const { error, leaving, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: (values) => save.mutate(values),
  });
  return (
    <form noValidate className={shared.stack} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <CheckboxField
        label="The firm is a VAT vendor"
        description="Entries recorded from now on carry VAT. Earlier ones stay as they are."
        {...form.getInputProps('isVatVendor', { type: 'checkbox' })}
      />
      {form.values.isVatVendor && (
        <>
          <TextField
            label="VAT number"
            inputMode="numeric"
            autoComplete="off"
            description={numberHint(form.values.vatNumber)}
            {...form.getInputProps('vatNumber')}
          />
          <CheckboxField
            label="Prices include VAT"
            description="Call fees, unit prices and typed amounts are gross, not net."
            {...form.getInputProps('pricesIncludeVat', { type: 'checkbox' })}
          />
          <StandardRate />
        </>
      )}
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save VAT settings
        </Button>
      </div>
    </form>
  );
}

/** An empty number is allowed: a firm may still wait for it. */
function numberHint(vatNumber: string): string {
  const rule = 'Ten digits, the first a 4.';
  return vatNumber.trim() === ''
    ? `${rule} Until you enter it, exports and statements show no VAT number.`
    : `${rule} Printed on exports and statements.`;
}

type Values = { isVatVendor: boolean; vatNumber: string; pricesIncludeVat: boolean };

function useVatForm(saved: FirmSettings) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: valuesOf(saved),
    validate: { vatNumber: vatNumberError },
    validateInputOnBlur: true,
  });
  const save = useOneMutation({
    mutationFn: async (values: Values) =>
      saveVatSettings(changedIn(values, form.getInitialValues())),
    onSuccess: async (settings) => {
      form.setInitialValues(valuesOf(settings));
      form.setValues(valuesOf(settings));
      toast(settings.isVatVendor ? 'VAT settings saved.' : 'Saved: the firm charges no VAT.');
      await client.invalidateQueries({ queryKey: vatSettingsQuery.queryKey });
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, save };
}

function valuesOf({ isVatVendor, vatNumber, pricesIncludeVat }: FirmSettings): Values {
  return { isVatVendor, vatNumber: vatNumber ?? '', pricesIncludeVat };
}

function vatNumberError(vatNumber: string): string | null {
  if (vatNumber.trim() === '') return null;
  return firmSettings.shape.vatNumber.safeParse(vatNumber).error?.issues[0]?.message ?? null;
}

/** What another administrator changed meanwhile stays. */
function changedIn(values: Values, read: Values): ChangedFirmSettings {
  const { isVatVendor, vatNumber, pricesIncludeVat } = values;
  return {
    ...(isVatVendor !== read.isVatVendor && { isVatVendor }),
    ...(vatNumber !== read.vatNumber && { vatNumber: vatNumber.trim() === '' ? null : vatNumber }),
    ...(pricesIncludeVat !== read.pricesIncludeVat && { pricesIncludeVat }),
  };
}
