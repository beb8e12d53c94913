import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  disbursementEndpoints,
  type DisbursementType,
  isCallTitle,
} from '@recoup/contract/disbursements/endpoints';
import { vatTreatments } from '@recoup/contract/vat/rules';
import { texts } from '@recoup/contract/core/texts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { TextField, SelectField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { disbursementQuery } from './disbursements.queries.ts';
import { typeSchema, type Values, formValuesFrom, parseCents, toBody } from './type-values.ts';
import { UnitPriceFields } from './unit-price-fields.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { firmSettingsQuery } from '../platform/api/firm-settings.ts';
import { treatmentHints, treatmentNames } from '../vat/vat-texts.ts';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import styles from './disbursement-form.module.css';
import { EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../platform/edit-conflict/three-way.ts';
import { formatDate } from '../ui/lib/format.ts';
import { comingPriceText, priceText } from './unit-price-text.ts';
import { createAddition } from '../platform/api/add-once.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { useSave } from '../platform/api/use-save.ts';
import { send } from '../platform/api/api-client.ts';

const addTitle = 'Add disbursement';
const editTitle = 'Edit Disbursement';

/** Adds, or edits with a `disbursementId` (specification, section 2.10). */
export function DisbursementFormPage() {
  const [params] = useSearchParams();
  const id = params.get('disbursementId');
  return id === null ? <DisbursementForm type={undefined} /> : <EditDisbursement id={id} />;
}

function EditDisbursement({ id }: { id: string }) {
  const type = useReadOnce(disbursementQuery(id));
  if (type.data && isCallTitle(type.data.title)) return <CallStays />;
  if (type.data) return <DisbursementForm key={type.data._id} type={type.data} />;
  const rest = { what: 'disbursement type', list: paths.disbursements };
  return <RecordPending {...rest} title={editTitle} query={type} />;
}

function CallStays() {
  return (
    <PageFrame title={editTitle} width="form">
      <Panel>
        <EmptyState
          title="Call cannot be edited"
          action={<ButtonLink to={paths.disbursements}>Go Back</ButtonLink>}
        >
          Every firm has this type, and calls are priced by each attorney’s call fees.
        </EmptyState>
      </Panel>
    </PageFrame>
  );
}

function DisbursementForm({ type }: { type: DisbursementType | undefined }) {
  const form = useForm<Values>({
    initialValues: formValuesFrom(type),
    validate: schemaResolver(typeSchema, { sync: true }),
    validateInputOnBlur: true,
  });
  const { save, saving, ...conflict } = useSaveType(form, type);
  return (
    <FormShell
      title={type ? editTitle : addTitle}
      form={form}
      saving={saving}
      onSave={save}
      backTo={paths.disbursements}
    >
      {type !== undefined && conflict.hasConflict && (
        <TypeEditConflict id={type._id} yours={form.values} choose={conflict} />
      )}
      <TextField label="Name" isRequired autoComplete="off" {...form.getInputProps('title')} />
      <Kinds form={form} hasUse={type !== undefined} />
      <UnitPriceFields form={form} typeId={type?._id} base={conflict.base} />
      <TypeVatField form={form} />
      {type && (
        <div>
          <HistoryLink subject={type._id} />
        </div>
      )}
    </FormShell>
  );
}

const options = vatTreatments.map((value) => ({ value, label: treatmentNames[value] }));

/** Only a VAT vendor chooses. */
function TypeVatField({ form }: { form: UseFormReturnType<Values> }) {
  const settings = useQuery(firmSettingsQuery);
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

/** `hasUse`: whether there is something to take out of use. */
function Kinds({ form, hasUse }: { form: UseFormReturnType<Values>; hasUse: boolean }) {
  const box = (name: 'fixed' | 'calculated' | 'active' | 'wantsNarration' | 'isFree') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <div className={styles.kinds}>
      <CheckboxField
        label="Fixed"
        description="Quantity × unit price. Without one, attorneys enter the price too."
        {...box('fixed')}
      />
      <CheckboxField
        label="Calculated"
        description="Priced by minutes, from each attorney’s call fees."
        {...box('calculated')}
      />
      <CheckboxField
        label="Narration expected"
        description="Entries without one are listed before a month is closed."
        {...box('wantsNarration')}
      />
      <CheckboxField
        label="Free of charge"
        description="Its entries may cost nothing. Others are listed before a month is closed."
        {...box('isFree')}
      />
      {hasUse && (
        <CheckboxField
          label="In use"
          description="Attorneys can choose it. Existing entries are kept if you turn it off."
          {...box('active')}
        />
      )}
    </div>
  );
}

type ChangedProps = {
  id: string;
  yours: Values;
  choose: Pick<ReturnType<typeof useSaveType>, 'base' | 'reload' | 'overwrite' | 'isPerhapsOwn'>;
};

function TypeEditConflict({ id, yours, choose }: ChangedProps) {
  const saved = useQuery({ ...disbursementQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: DisbursementType) =>
    listDifferences({ base: choose.base, yours, theirs: formValuesFrom(theirs) }, (values) =>
      conflictLines(values, choose.base.unitPriceFrom),
    );
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

/** A price of today has no day. */
function conflictLines(values: Values, today: string): Line[] {
  const { title, fixed, calculated, active, wantsNarration, isFree, vat } = values;
  const { unitPrice, unitPriceFrom: from, nextUnitPrice } = values;
  const word = (isSo: boolean) => (isSo ? 'Yes' : 'No');
  return [
    ['Name', title],
    ['Fixed', word(fixed)],
    ['Calculated', word(calculated)],
    ['Narration expected', word(wantsNarration)],
    ['Free of charge', word(isFree)],
    ['VAT', treatmentNames[vat]],
    ['In use', word(active)],
    [
      'Unit price',
      priceText(parseCents(unitPrice)) + (from === today ? '' : ` from ${formatDate(from)}`),
    ],
    ['Coming unit price', comingPriceText(nextUnitPrice)],
  ];
}

/** Adds a type, or changes the version that the form was filled with. */
function useSaveType(form: UseFormReturnType<Values>, type: DisbursementType | undefined) {
  const [read, setRead] = useState(type);
  const firm = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const [addOnce] = useState(createAddition);
  const change = (
    { _id, firm: of, version, ...saved }: DisbursementType,
    { values, active }: { values: Values; active?: boolean },
  ) => {
    const body = toBody(values, formValuesFrom(saved));
    return send(disbursementEndpoints.updateDisbursement, {
      params: { id: _id },
      body: { _id, ...body, firm: of, version, ...(active !== undefined && { active }) },
    });
  };
  // The form that adds does not ask whether the type is in use.
  const add = async (values: Values) =>
    addOnce({
      find: async (id) =>
        (await send(disbursementEndpoints.getDisbursement, { params: { id } })).data,
      change: (added: DisbursementType) => change(added, { values }),
      add: (idempotencyKey) => {
        const body = { ...toBody(values, formValuesFrom()), firm, active: true };
        return send(disbursementEndpoints.createDisbursement, { body }, { idempotencyKey });
      },
    });
  const saving = useSave({
    form,
    save: async (values) => (read ? change(read, { values, active: values.active }) : add(values)),
    done: type ? texts.disbursementUpdated : texts.disbursementSaved,
    goTo: paths.disbursements,
    changes: ['disbursements', 'users'],
  });
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: formValuesFrom,
  });
  return { ...conflict, save: (values: Values) => saving.mutate(values) };
}
