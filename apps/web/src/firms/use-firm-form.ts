import { schemaResolver, useForm } from '@mantine/form';
import { type Firm, firmFields } from '@recoup/contract/firms/endpoints';
import { useState } from 'react';
import { z } from 'zod';
import { type FirmValues, formValuesFrom } from './use-save-firm.ts';

const findErrors = schemaResolver(z.object(firmFields), { sync: true });

/** The form of a firm. A file that is rejected or still read is no value of it, but stops Save. */
export function useFirmForm(firm: Firm | undefined) {
  const [logoError, setLogoError] = useState<string | null>(null);
  const form = useForm<FirmValues>({
    initialValues: formValuesFrom(firm),
    validate: (values) => ({
      ...findErrors(values),
      ...(logoError !== null && { logo: logoError }),
    }),
    validateInputOnBlur: true,
  });
  const logo = {
    isBlocked: logoError !== null,
    onChange: (picked: string | null) => {
      setLogoError(null);
      form.setFieldValue('logo', picked);
    },
    onRead: () => setLogoError('The file is still being read.'),
    onReject: (message: string) => {
      setLogoError(message);
      form.setFieldError('logo', message);
    },
  };
  return { form, logo };
}
