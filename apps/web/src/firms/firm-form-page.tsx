import type { UseFormReturnType } from '@mantine/form';
import type { Firm } from '@recoup/contract/firms/endpoints';
import { useSearchParams } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { FirmEditConflict } from './firm-edit-conflict.tsx';
import styles from './firms.module.css';
import { firmQuery } from './firms.queries.ts';
import { LogoField } from './logo-field.tsx';
import { useFirmForm } from './use-firm-form.ts';
import { domainPlaces, type FirmValues, useSaveFirm } from './use-save-firm.ts';

const addTitle = 'Add Attorney Firm';
const editTitle = 'Edit Attorney Firm';

/** One screen for both addresses (specification, section 2.3): with a `firmId` it edits. */
export function FirmFormPage() {
  const [params] = useSearchParams();
  const id = params.get('firmId');
  return id === null ? <FirmForm firm={undefined} /> : <EditFirm id={id} />;
}

function EditFirm({ id }: { id: string }) {
  const firm = useReadOnce(firmQuery(id));
  if (firm.data) return <FirmForm key={firm.data._id} firm={firm.data} />;
  return (
    <RecordPending
      title={editTitle}
      what="firm"
      error={firm.error}
      onRetry={() => void firm.refetch()}
      list={paths.firms}
    />
  );
}

function FirmForm({ firm }: { firm: Firm | undefined }) {
  const { form, logo } = useFirmForm(firm);
  const { saving, save, read, ...conflict } = useSaveFirm({ form, firm });
  return (
    <FormShell
      title={firm ? editTitle : addTitle}
      form={form}
      saving={saving}
      onSave={save}
      backTo={paths.firms}
    >
      {read !== undefined && conflict.hasConflict && (
        <FirmEditConflict read={read} yours={form.values} choose={conflict} />
      )}
      <TextField label="Firm Name" isRequired autoComplete="off" {...form.getInputProps('name')} />
      <LogoField
        current={read?.logo ?? null}
        value={form.values.logo}
        error={form.errors.logo}
        {...logo}
      />
      <Domains form={form} />
    </FormShell>
  );
}

function Domains({ form }: { form: UseFormReturnType<FirmValues> }) {
  return (
    <div className={styles.group}>
      {domainPlaces.map((place) => (
        <TextField
          key={place}
          label={`Domain ${place + 1}`}
          isRequired={place === 0}
          {...(place === 0 && {
            description:
              'The part after @ in the firm’s email addresses, for example lawfirm.co.za.',
          })}
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
