import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  disbursementEndpoints,
  type DisbursementType,
} from '@recoup/contract/disbursements/endpoints';
import { isCallTitle } from '@recoup/contract/disbursements/call-title';
import { texts } from '@recoup/contract/core/texts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { RecordLoaded } from '../platform/api/record-pending.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { disbursementQuery } from './disbursements.queries.ts';
import {
  isPriceChanged,
  parseCents,
  toBody,
  type TypeForm,
  typeForm,
  typeLines,
  type TypeValues,
} from './type-form.ts';
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
import { toCents } from '@recoup/contract/core/money';
import type { PastUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { comingPriceText, priceText } from './unit-price-text.ts';
import { formatLongDate } from '../ui/lib/format.ts';
import { today } from '../platform/browser/local-day.ts';
import { timeLineItem, valueWithout } from '../platform/browser/periods.ts';
import { TimeLine } from '../ui/list/time-line.tsx';
import { readData } from '../platform/api/read.ts';

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

type Props = {
  form: TypeForm;
  /** Absent while the type is added. */
  typeId: string | undefined;
  /** The values as read from the server; `unitPriceFrom` is today. */
  base: TypeValues;
};

/** The unit price of a fixed type, from a day on. */
function UnitPriceFields({ form, typeId, base }: Props) {
  const { values } = form;
  const price = useRef<HTMLDivElement>(null);
  const hasDay = isPriceChanged(values, base) || values.nextUnitPrice !== null;
  if (!values.fixed) return <EndOfPrice base={base} />;
  return (
    <div className={styles.kinds}>
      <div ref={price} className={styles.price}>
        <Fields form={form} names={['unitPrice']} />
        {hasDay && <Fields form={form} names={['unitPriceFrom']} />}
      </div>
      <InForce values={values} base={base} />
      {typeId !== undefined && (
        <History
          {...{ form, typeId, base }}
          onFilled={() => price.current?.querySelector('input')?.focus()}
        />
      )}
    </div>
  );
}

type HistoryProps = Props & { typeId: string; onFilled: () => void };

function History({ form, typeId, base, onFilled }: HistoryProps) {
  const [filled, setFilled] = useState<Pick<TypeValues, 'unitPrice' | 'unitPriceFrom'>>(base);
  const { unitPrice, unitPriceFrom } = form.values;
  return (
    <UnitPriceHistory
      typeId={typeId}
      isTyped={unitPrice !== filled.unitPrice || unitPriceFrom !== filled.unitPriceFrom}
      onFill={(rand, day) => {
        const saved = { unitPrice: rand?.toFixed(2) ?? '', unitPriceFrom: day };
        form.setValues(saved);
        setFilled(saved);
        onFilled();
      }}
    />
  );
}

function InForce({ values, base }: { values: TypeValues; base: TypeValues }) {
  const isFirst = base.unitPrice === '' && values.nextUnitPrice === null;
  if (isFirst)
    return values.unitPriceFrom > base.unitPriceFrom ? (
      <p className={styles.note}>The first unit price of a type also holds for earlier days.</p>
    ) : null;
  return (
    <p className={styles.note}>
      Today: {priceText(parseCents(base.unitPrice))}.
      {values.nextUnitPrice !== null && ` Coming: ${comingPriceText(values.nextUnitPrice)}.`}
      {values.unitPriceFrom === values.nextUnitPrice?.validFrom &&
        ` Save replaces the price of ${formatLongDate(values.unitPriceFrom)}.`}
    </p>
  );
}

/** Warning that a save ends the unit price of a type that is no longer fixed. */
function EndOfPrice({ base }: { base: TypeValues }) {
  if (base.unitPrice === '' && base.nextUnitPrice === null) return null;
  return (
    <p className={styles.note}>
      Without Fixed the unit price ends today, and coming ones are removed. Recorded entries keep
      their price.
    </p>
  );
}

/** Fills the form, whose Save changes the price of that day; in Rand, null for none. */
type OnFill = (unitPrice: number | null, day: string) => void;

type UnitPriceHistoryProps = {
  typeId: string;
  onFill: OnFill;
  /** The form holds typed text. */
  isTyped: boolean;
};

/** The unit prices of a type through time, the last ones first. */
function UnitPriceHistory({ typeId, onFill, isTyped }: UnitPriceHistoryProps) {
  const { data, error } = useQuery(
    readData(disbursementEndpoints.listUnitPriceHistory, { params: { id: typeId } }, { gcTime: 0 }),
  );
  const live = data?.filter(({ replacedAt }) => replacedAt === null);
  const earlier = data?.filter(({ replacedAt }) => replacedAt !== null) ?? [];
  return (
    <TimeLine
      title="Prices through time"
      headingLevel={2}
      none="No unit prices yet."
      error={error}
      items={live?.map((price) => ({ ...priceItem(price), ...priceActions(live, price, onFill) }))}
      earlier={earlier.map(priceItem)}
      isTyped={isTyped}
    />
  );
}

function priceItem(price: PastUnitPrice) {
  const { unitPrice } = price;
  const text = priceText(unitPrice === null ? null : toCents(unitPrice));
  return timeLineItem(price, { text, today: today() });
}

/** A coming price is edited, or removed: then the price before it holds on. */
function priceActions(live: readonly PastUnitPrice[], price: PastUnitPrice, onFill: OnFill) {
  const { validFrom, unitPrice } = price;
  if (validFrom <= today()) return {};
  const rest = valueWithout(live, price)?.unitPrice ?? null;
  return {
    onEdit: () => onFill(unitPrice, validFrom),
    ...(rest !== unitPrice && { onRemove: () => onFill(rest, validFrom) }),
  };
}
