import { type UseFormReturnType, schemaResolver, useForm } from '@mantine/form';
import { useSearchParams } from 'react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useQuery } from '@tanstack/react-query';
import { type Firm, firmEndpoints, firmFields } from '@recoup/contract/firms/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import styles from './firms.module.css';
import { firmQuery, changeFirm } from './firms.queries.ts';
import { LogoField } from './logo-field.tsx';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import {
  type Difference,
  listDifferences,
  keepTyped,
  type ThreeWay,
} from '../platform/edit-conflict/three-way.ts';
import { createAddition } from '../platform/api/add-once.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { useSave } from '../platform/api/use-save.ts';
import { send } from '../platform/api/api-client.ts';

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
  return <RecordPending title={editTitle} what="firm" query={firm} list={paths.firms} />;
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

const findErrors = schemaResolver(z.object(firmFields), { sync: true });

/** The form of a firm. A file that is rejected or still read is no value of it, but stops Save. */
function useFirmForm(firm: Firm | undefined) {
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

type Props = {
  /** The firm as the form loaded it. */
  read: Firm;
  yours: FirmValues;
  choose: ConflictChoices<Firm>;
};
type Compared = Pick<Firm, 'name' | 'domains' | 'logo'>;

function FirmEditConflict({ read, yours, choose }: Props) {
  const saved = useQuery({ ...firmQuery(read._id), refetchOnMount: 'always' });
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) => differences(read, yours, theirs)}
      choose={choose}
    />
  );
}

function differences(base: Firm, typed: FirmValues, theirs: Firm): readonly Difference[] {
  const yours = { ...typed, logo: typed.logo === '' ? base.logo : typed.logo };
  const logoWord = (logo: string | null) => {
    if (logo === null) return 'none';
    if (logo === theirs.logo) return 'the one saved';
    return logo === base.logo ? 'the one before' : 'another one';
  };
  return listDifferences<Compared>({ base, yours, theirs }, ({ name, domains, logo }) => [
    ['Firm Name', name],
    ...domainPlaces.map((place) => [`Domain ${place + 1}`, domains[place] ?? ''] as const),
    ['Logo', logoWord(logo)],
  ]);
}

const domainPlaces = [0, 1, 2] as const;

/** `logo`: empty if the user picked no new one; null removes it. */
type FirmValues = { name: string; domains: string[]; logo: string | null };

function formValuesFrom(firm: Firm | undefined): FirmValues {
  return {
    name: firm?.name ?? '',
    domains: domainPlaces.map((place) => firm?.domains[place] ?? ''),
    logo: '',
  };
}

/**
 * Adds a firm, or changes the version that the form was filled with. `read`: the firm as it is
 * compared and shown.
 */
function useSaveFirm({
  form,
  firm,
}: {
  form: UseFormReturnType<FirmValues>;
  firm: Firm | undefined;
}) {
  const [read, setRead] = useState(firm);
  const [addOnce] = useState(createAddition);
  const add = async (values: FirmValues) =>
    addOnce({
      find: async (id) => (await send(firmEndpoints.getFirm, { params: { id } })).data,
      // The logo of an earlier try may have been taken back.
      change: async ({ _id, version }: Firm) =>
        saveFirm(_id, version, { ...values, logo: values.logo || null }),
      add: async (idempotencyKey) =>
        send(firmEndpoints.createFirm, { body: values }, { idempotencyKey }),
    });
  const saving = useSave({
    form,
    save: (values) => (firm ? saveFirm(firm._id, read?.version, values) : add(values)),
    done: firm ? texts.firmUpdated : texts.firmAdded,
    // A new firm needs its admin next.
    goTo: ({ data: { _id: firmId } }) => (firm ? paths.firms : paths.addAttorneyAdmin({ firmId })),
    changes: ['firms'],
  });
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: formValuesFrom,
    merge: mergeFirm,
  });
  return { ...conflict, save: (values: FirmValues) => saving.mutate(values), read };
}

/** Each domain is kept or taken by itself. */
function mergeFirm(sides: ThreeWay<FirmValues>): FirmValues {
  const domains = domainPlaces.map((place) => {
    const [base, yours, theirs] = [sides.base, sides.yours, sides.theirs].map(
      (values) => values.domains[place] ?? '',
    );
    return (yours === base ? theirs : yours) ?? '';
  });
  return { ...keepTyped(sides), domains };
}

/** A logo that was not picked again is left out of a change (specification, section 7). */
function saveFirm(id: string, version: number | undefined, { logo, ...values }: FirmValues) {
  return changeFirm(id, { ...values, ...(logo !== '' && { logo }), version });
}
