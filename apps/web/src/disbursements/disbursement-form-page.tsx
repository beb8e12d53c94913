import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  disbursementEndpoints,
  type DisbursementType,
  isCallTitle,
} from '@recoup/contract/disbursements/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { RecordLoaded } from '../platform/api/record-pending.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { disbursementQuery } from './disbursements.queries.ts';
import { toBody, type TypeForm, typeForm, typeLines, type TypeValues } from './type-form.ts';
import { UnitPriceFields } from './unit-price-fields.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { firmSettingsQuery } from '../platform/api/firm-settings.ts';
import { treatmentHints } from '../vat/vat-texts.ts';
import { formValuesFrom } from '../ui/form/define-form.ts';
import { Fields, FormField } from '../ui/form/defined-fields.tsx';
import styles from './disbursement-form.module.css';
import { createAddition } from '../platform/api/add-once.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { RecordForm, useRecordForm } from '../platform/record-form/record-form.tsx';
import { useFinish } from '../platform/api/use-finish.ts';
import { send } from '../platform/api/api-client.ts';

const addTitle = 'Add disbursement';
const editTitle = 'Edit Disbursement';

/** Adds, or edits with a `disbursementId` (specification, section 2.10). */
export function DisbursementFormPage() {
  const [params] = useSearchParams();
  const id = params.get('disbursementId');
  if (id === null) return <DisbursementForm type={undefined} />;
  const rest = { what: 'disbursement type', list: paths.disbursements };
  return (
    <RecordLoaded {...rest} title={editTitle} query={disbursementQuery(id)}>
      {(type) =>
        isCallTitle(type.title) ? <CallStays /> : <DisbursementForm key={type._id} type={type} />
      }
    </RecordLoaded>
  );
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

const flags = [
  'fixed',
  'calculated',
  'wantsNarration',
  'needsVoucher',
  'isFree',
  'active',
] as const;

function DisbursementForm({ type }: { type: DisbursementType | undefined }) {
  const record = useTypeForm(type);
  const { form, base } = record;
  return (
    <RecordForm title={type ? editTitle : addTitle} record={record} backTo={paths.disbursements}>
      <Fields form={form} except={[...flags, 'unitPrice', 'unitPriceFrom', 'vat']} />
      <div className={styles.kinds}>
        <Fields form={form} names={flags} except={type ? [] : ['active']} />
      </div>
      <UnitPriceFields form={form} typeId={type?._id} base={base} />
      <TypeVatField form={form} />
      {type && (
        <div>
          <HistoryLink subject={type._id} />
        </div>
      )}
    </RecordForm>
  );
}

/** Only a VAT vendor chooses. */
function TypeVatField({ form }: { form: TypeForm }) {
  const settings = useQuery(firmSettingsQuery);
  if (settings.data === undefined)
    return <NotLoaded what="Whether the firm charges VAT" of={settings} />;
  if (!settings.data.isVatVendor) return null;
  return <FormField form={form} name="vat" description={treatmentHints[form.values.vat]} />;
}

/** Adds a type, or changes the version that the form was filled with. */
function useTypeForm(type: DisbursementType | undefined) {
  const firm = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const [addOnce] = useState(createAddition);
  const finish = useFinish(['disbursements', 'users']);
  const change = (read: DisbursementType, values: TypeValues, active?: boolean) => {
    const { _id, firm: of, version } = read;
    const body = toBody(values, formValuesFrom(typeForm, read));
    return send(disbursementEndpoints.updateDisbursement, {
      params: { id: _id },
      body: { _id, ...body, firm: of, version, ...(active !== undefined && { active }) },
    });
  };
  // The form that adds does not ask whether the type is in use.
  const add = async (values: TypeValues) =>
    addOnce({
      find: async (id) =>
        (await send(disbursementEndpoints.getDisbursement, { params: { id } })).data,
      change: (added: DisbursementType) => change(added, values),
      add: (idempotencyKey) => {
        const body = { ...toBody(values, formValuesFrom(typeForm)), firm, active: true };
        return send(disbursementEndpoints.createDisbursement, { body }, { idempotencyKey });
      },
    });
  return useRecordForm(typeForm, {
    saved: type,
    query: ({ _id }) => disbursementQuery(_id),
    lines: typeLines,
    save: async (values, read) => (read ? change(read, values, values.active) : add(values)),
    onSaved: () =>
      finish(type ? texts.disbursementUpdated : texts.disbursementSaved, paths.disbursements),
  });
}
