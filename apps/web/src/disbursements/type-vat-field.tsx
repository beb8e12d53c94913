import type { UseFormReturnType } from '@mantine/form';
import { vatTreatments } from '@recoup/contract/vat/rules';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { vatSettingsQuery } from '../vat/vat.queries.ts';
import { treatmentHints, treatmentNames } from '../vat/vat-words.ts';
import type { Values } from './type-values.ts';

const options = vatTreatments.map((value) => ({ value, label: treatmentNames[value] }));

/** Only a VAT vendor chooses. */
export function TypeVatField({ form }: { form: UseFormReturnType<Values> }) {
  const settings = useQuery(vatSettingsQuery);
  if (settings.data === undefined)
    return <NotLoaded what="Whether the firm charges VAT" of={settings} />;
  if (!settings.data.isVatVendor) return null;
  return (
    <SelectField
      label="VAT"
      options={options}
      description={treatmentHints[form.values.vat]}
      {...form.getInputProps('vat')}
    />
  );
}
