import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type Firm, firmFields } from '@recoup/contract/firms';
import { texts } from '@recoup/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { paths } from '../platform/paths.ts';
import { TextField } from '../ui/fields.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useSave } from '../ui/use-save.ts';
import { FirmPending } from './firm-page-states.tsx';
import styles from './firms.module.css';
import { addFirm, changeFirm, firmQuery, firmsKey } from './firms.queries.ts';
import { LogoField } from './logo-field.tsx';

const addTitle = 'Add Attorney Firm';
const editTitle = 'Edit Attorney Firm';

/** One screen for both addresses (specification, section 2.3): with a `firmId` it edits. */
export function FirmFormPage() {
  const [params] = useSearchParams();
  const id = params.get('firmId');
  return id === null ? <FirmForm firm={undefined} /> : <EditFirm id={id} />;
}

function EditFirm({ id }: { readonly id: string }) {
  const firm = useQuery(firmQuery(id));
  if (firm.data !== undefined) return <FirmForm key={firm.data._id} firm={firm.data} />;
  return <FirmPending title={editTitle} error={firm.error} onRetry={() => void firm.refetch()} />;
}

const schema = z.object(firmFields);
const places = [0, 1, 2] as const;
/** Of the logo: empty is not picked again; null is taken away. */
type Values = { name: string; domains: string[]; logo: string | null };

function initialOf(firm: Firm | undefined): Values {
  return { name: firm?.name ?? '', domains: places.map((place) => firm?.domains[place] ?? ''), logo: '' };
}

function FirmForm({ firm }: { readonly firm: Firm | undefined }) {
  const form = useForm<Values>({
    initialValues: initialOf(firm),
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  });
  const saving = useSave({
    form,
    save: (values) => (firm === undefined ? addFirm(values) : changeFirm(firm._id, { ...values, version: firm.version })),
    success: firm === undefined ? texts.firmAdded : texts.firmUpdated,
    goTo: paths.firms,
    outdates: [firmsKey],
  });
  return (
    <FormShell
      title={firm === undefined ? addTitle : editTitle}
      form={form}
      saving={saving}
      onSave={(values) => saving.mutate(values)}
      backTo={paths.firms}
      leaveQuestion={texts.unsavedChanges}
    >
      <TextField label="Firm Name" isRequired autoComplete="off" {...form.getInputProps('name')} />
      <LogoField
        current={firm?.logo ?? null}
        value={form.values.logo}
        error={form.errors['logo']}
        onChange={(logo) => form.setFieldValue('logo', logo)}
        onRefuse={(message) => form.setFieldError('logo', message)}
      />
      <Domains form={form} />
    </FormShell>
  );
}

function Domains({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <div className={styles['group']}>
      {places.map((place) => (
        <TextField
          key={place}
          label={`Domain ${place + 1}`}
          isRequired={place === 0}
          {...(place === 0 && { description: 'What stands after the @ in the firm’s e-mail addresses, for example lawfirm.co.za.' })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          {...form.getInputProps(`domains.${place}`)}
        />
      ))}
    </div>
  );
}
