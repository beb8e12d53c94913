import { useQueryClient, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type FirmSettings,
  firmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { toast } from '../ui/feedback/toast.tsx';
import { changedFields, defineForm, flagField, textField } from '../ui/form/define-form.ts';
import { Fields } from '../ui/form/defined-fields.tsx';
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

const vatForm = defineForm({
  isVatVendor: flagField('The firm is a VAT vendor', {
    description: 'Entries recorded from now on carry VAT. Earlier ones stay as they are.',
  }),
  vatNumber: textField('VAT number', {
    schema: z.string().transform(numberOrNone).pipe(firmSettings.shape.vatNumber),
    inputMode: 'numeric',
    autoComplete: 'off',
  }),
  pricesIncludeVat: flagField('Prices include VAT', {
    description: 'Call fees, unit prices and typed amounts are gross, not net.',
  }),
});

function numberOrNone(typed: string): string | null {
  return typed.trim() === '' ? null : typed;
}

function VatForm({ saved }: { saved: FirmSettings }) {
  const client = useQueryClient();
  const { form, saving } = useSavedForm(vatForm, {
    saved,
    save: async (values, read) => {
      // A save keeps another administrator's changes.
      const { vatNumber, ...changed } = changedFields(values, read);
      const number = vatNumber === undefined ? {} : { vatNumber: numberOrNone(vatNumber) };
      const body = { ...changed, ...number };
      return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data;
    },
    onSaved: (settings) => {
      toast(settings.isVatVendor ? 'VAT settings saved.' : 'Saved: the firm charges no VAT.');
      void invalidate(client, ['firm-settings']);
    },
  });
  const { isVatVendor, vatNumber } = form.values;
  return (
    <SavedForm form={form} saving={saving} action="Save VAT settings">
      <Fields
        form={form}
        except={isVatVendor ? [] : ['vatNumber', 'pricesIncludeVat']}
        looks={{ vatNumber: { description: numberHint(vatNumber) } }}
      />
      {isVatVendor && <StandardRate />}
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

/** The rate of today, and one that is announced. */
function StandardRate() {
  const { data, error } = useQuery(vatRatesQuery);
  if (error !== null) return <p className={shared.muted}>{error.message}</p>;
  return (
    <p className={shared.muted}>{data ? rateTexts(data, today(), formatDate).join(' ') : ' '}</p>
  );
}
