import { useQueryClient, useQuery } from '@tanstack/react-query';
import {
  type ChangedFirmSettings,
  type FirmSettings,
  firmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { SavedForm, useSavedForm } from '../ui/form/saved-form.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { vatRatesQuery, rateTexts } from './rate-texts.ts';
import { today } from '../platform/browser/local-day.ts';
import { formatDate } from '../ui/lib/format.ts';
import shared from '../ui/layout/shared.module.css';
import { invalidate } from '../platform/api/read.ts';
import { send } from '../platform/api/api-client.ts';

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
  const client = useQueryClient();
  const { form, saving } = useSavedForm({
    saved,
    valuesOf: formValuesFrom,
    validate: { vatNumber: vatNumberError },
    save: async (values, read) => {
      const body = changedIn(values, read);
      return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data;
    },
    onSaved: async (settings) => {
      toast(settings.isVatVendor ? 'VAT settings saved.' : 'Saved: the firm charges no VAT.');
      await invalidate(client, ['firm-settings']);
    },
  });
  return (
    <SavedForm form={form} saving={saving} action="Save VAT settings">
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
    </SavedForm>
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

function formValuesFrom({ isVatVendor, vatNumber, pricesIncludeVat }: FirmSettings): Values {
  return { isVatVendor, vatNumber: vatNumber ?? '', pricesIncludeVat };
}

function vatNumberError(vatNumber: string): string | null {
  if (vatNumber.trim() === '') return null;
  return firmSettings.shape.vatNumber.safeParse(vatNumber).error?.issues[0]?.message ?? null;
}

/** Only the changed fields: a save keeps another administrator's changes. */
function changedIn(values: Values, read: Values): ChangedFirmSettings {
  const { isVatVendor, vatNumber, pricesIncludeVat } = values;
  return {
    ...(isVatVendor !== read.isVatVendor && { isVatVendor }),
    ...(vatNumber !== read.vatNumber && { vatNumber: vatNumber.trim() === '' ? null : vatNumber }),
    ...(pricesIncludeVat !== read.pricesIncludeVat && { pricesIncludeVat }),
  };
}

/** The rate of today, and one that is announced. */
function StandardRate() {
  const { data, error } = useQuery(vatRatesQuery);
  if (error !== null) return <p className={shared.muted}>{error.message}</p>;
  return (
    <p className={shared.muted}>{data ? rateTexts(data, today(), formatDate).join(' ') : ' '}</p>
  );
}
