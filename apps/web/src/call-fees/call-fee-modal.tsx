import { callFeeEndpoints, type PastCallFees } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand, toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { feesText } from '@recoup/contract/call-fees/fee-text';
import { explanationText, warningMessage } from '@recoup/contract/call-fees/messages';
import {
  type CallFeeBand,
  curveLengths,
  explainPrice,
  findScheduleWarnings,
} from '@recoup/contract/call-fees/rules';
import { callFeesOn, type FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { formatRand, toCents } from '@recoup/contract/core/money';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { readData } from '../platform/api/read.ts';
import { dayBefore, today } from '../platform/browser/local-day.ts';
import { timeLineItem, valueWithout } from '../platform/browser/periods.ts';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import shared from '../ui/layout/shared.module.css';
import { PlainTableHead } from '../ui/list/plain-table-head.tsx';
import { TimeLine } from '../ui/list/time-line.tsx';
import { bandExamples } from './band-examples.ts';
import styles from './call-fee-modal.module.css';
import { type FeeDraft, toBands } from './fee-draft.ts';
import { FeeRows } from './fee-rows.tsx';
import pricePreviewStyles from './price-preview.module.css';
import { isSameFees } from './same-fees.ts';
import { type Dated, type Props, type SavedFees, useCallFeeModal } from './use-call-fee-modal.ts';
import { validFromSentence } from './valid-from.ts';

/** Assigns a type and sets its call fees (specification, sections 2.8 and 5). */
export function CallFeeModal(props: Props) {
  const modal = useCallFeeModal(props);
  const [falling, setFalling] = useState<SavedFees>();
  const formId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog stands elsewhere on the page, but React passes its events to the form around it.
    event.stopPropagation();
    const saved = modal.save();
    if (!saved) focusFirstError(event.currentTarget);
    else if (fallingPriceMessages(saved).length > 0) setFalling(saved);
    else props.onSave(saved);
  };
  return (
    <Dialog
      title={props.title ?? (props.typeId === undefined ? 'Add Disbursement' : 'Call fees')}
      isOpen
      onClose={props.onClose}
      isChanged={modal.isChanged}
      size="large"
      actions={<DialogButtons action={{ label: 'Save', form: formId, isBusy: props.isBusy }} />}
    >
      <Form isSaving={props.isBusy === true} id={formId} className={styles.form} onSubmit={submit}>
        <Fields {...props} modal={modal} />
      </Form>
      <FallingPricesDialog
        saved={falling}
        onSave={(saved) => {
          setFalling(undefined);
          props.onSave(saved);
        }}
        onBack={() => setFalling(undefined)}
      />
    </Dialog>
  );
}

function Fields({ modal, ...props }: Props & { modal: Modal }) {
  const day = useRef<HTMLDivElement>(null);
  return (
    <>
      {props.renderNotice?.(modal)}
      {props.title === undefined && <TypeField {...props} modal={modal} />}
      {props.dated && (
        <div ref={day}>
          <ValidFromField {...props.dated} modal={modal} isFirst={props.title !== undefined} />
        </div>
      )}
      <FeeRows draft={modal.draft} errors={modal.shownErrors} onChange={modal.change} />
      <BandHelp bands={modal.isEmpty || modal.hasErrors ? undefined : toBands(modal.draft)} />
      <PriceOutcome {...modal} type={props.types.find(({ _id }) => _id === modal.typeId)} />
      {props.attorneyId !== undefined && modal.typeId in props.configured && (
        <FeeTimeLine
          key={modal.typeId}
          attorneyId={props.attorneyId}
          typeId={modal.typeId}
          isTyped={modal.isTyped}
          onFill={(bands, from) => {
            modal.fill(bands, from);
            day.current?.querySelector('input')?.focus();
          }}
        />
      )}
    </>
  );
}

type Modal = ReturnType<typeof useCallFeeModal>;

function TypeField({ types, configured, modal }: Props & { modal: Modal }) {
  return (
    <SelectField
      data-autofocus
      label="Disbursement type"
      isRequired
      value={modal.typeId}
      error={modal.typeError}
      options={feeTypeOptions(types, configured, modal.typeId)}
      onChange={({ currentTarget }) => modal.chooseType(currentTarget.value)}
    />
  );
}

type Outcome = {
  draft: FeeDraft;
  hasErrors: boolean;
  isEmpty: boolean;
  type: DisbursementType | undefined;
};

function PriceOutcome({ draft, hasErrors, isEmpty, type }: Outcome): ReactNode {
  if (isEmpty)
    return <Alert kind="info">No call fees: {amountText(type?.unitPrice ?? null)}</Alert>;
  if (hasErrors) return <p className={shared.muted}>Prices appear once the rows are complete.</p>;
  return <PricePreview bands={toBands(draft)} />;
}

/** Explains the price of an entry without call fees. */
function amountText(unitPrice: number | null): string {
  return unitPrice === null
    ? 'the attorney enters the amount each time.'
    : `each item costs the unit price of the type, ${formatRand(toCents(unitPrice))} today.`;
}

function feeTypeOptions(types: Props['types'], configured: Props['configured'], chosen: string) {
  const known = types.map(({ _id, title }) => ({
    value: _id,
    label: _id in configured ? `${title} (assigned)` : title,
  }));
  return [{ value: '', label: 'Please choose', isDisabled: chosen !== '' }, ...known];
}

/** Explains the rows, with examples from the typed rows once these are complete. */
function BandHelp({ bands }: { bands: readonly CallFeeBand[] | undefined }) {
  return (
    <details className={styles.history}>
      <summary>How are calls priced?</summary>
      <p>
        Each row is the full price of a call of that length, not a rate per minute. Minutes are
        rounded up; a call of exactly the To minutes falls in that row. After the last row, the
        Thereafter cost is added per interval or part thereof.
      </p>
      {bands !== undefined && (
        <ul>
          {bandExamples(bands).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

type FallingPricesDialogProps = {
  /** The fees to confirm; undefined while the dialog is closed. */
  saved: SavedFees | undefined;
  onSave: (saved: SavedFees) => void;
  onBack: () => void;
};

/** Asks before it saves fees with which a longer call is cheaper. */
function FallingPricesDialog({ saved, onSave, onBack }: FallingPricesDialogProps) {
  return (
    <Dialog
      title="Save fees that fall with length?"
      isOpen={saved !== undefined}
      onClose={onBack}
      actions={
        <DialogButtons
          backLabel="Change fees"
          action={{
            label: 'Save these fees',
            isDanger: true,
            onClick: () => saved && onSave(saved),
          }}
        />
      }
    >
      {fallingPriceMessages(saved).map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Dialog>
  );
}

/** Which rows are cheaper than the row before, in sentences. */
function fallingPriceMessages(saved: SavedFees | undefined): string[] {
  return findScheduleWarnings(saved?.bands ?? [])
    .filter(({ code }) => code === 'price_falls')
    .map(warningMessage);
}

type FeeTimeLineProps = {
  attorneyId: string;
  typeId: string;
  /** Fills the form, whose Save changes the fees of that day. */
  onFill: (bands: readonly CallFeeBand[], day: string) => void;
  /** The form holds typed text. */
  isTyped: boolean;
};

/** The call fees of an attorney for a type through time, the last ones first. */
function FeeTimeLine({ attorneyId, typeId, onFill, isTyped }: FeeTimeLineProps) {
  const input = { params: { id: attorneyId }, query: { disbursementType: typeId } };
  const { data, error } = useQuery(
    // A dialog opened again after a save offers no change that the save removed.
    readData(callFeeEndpoints.listCallFeeHistory, input, { gcTime: 0 }),
  );
  const live = data?.filter(({ replacedAt }) => replacedAt === null);
  const earlier = data?.filter(({ replacedAt }) => replacedAt !== null) ?? [];
  return (
    <TimeLine
      title="Fees through time"
      headingLevel={3}
      none="No call fees yet."
      error={error}
      items={live?.map((version) => ({
        ...toItem(version),
        ...versionActions(live, version, onFill),
      }))}
      earlier={earlier.map(toItem)}
      isTyped={isTyped}
    />
  );
}

function toItem(version: PastCallFees) {
  const { callFees } = version;
  const text = callFees.length === 0 ? 'No call fees' : feesText(callFees.map(toCallFeeBand));
  return timeLineItem(version, { text, today: today() });
}

/** A coming version is edited, or removed: then the fees before it hold on. */
function versionActions(
  live: readonly PastCallFees[],
  version: PastCallFees,
  onFill: FeeTimeLineProps['onFill'],
) {
  const { validFrom, callFees } = version;
  if (validFrom <= today()) return {};
  const rest = valueWithout(live, version)?.callFees ?? [];
  const fillWith = (rows: typeof rest) => () => onFill(rows.map(toCallFeeBand), validFrom);
  return {
    onEdit: fillWith(callFees),
    ...(!isSameFees(rest, callFees) && { onRemove: fillWith(rest) }),
  };
}

const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }));

/** Curve, table and warnings from the server's pricing rule. Needs valid rows. */
function PricePreview({ bands }: { bands: readonly CallFeeBand[] }) {
  const warnings = findScheduleWarnings(bands);
  return (
    <section className={pricePreviewStyles.preview} aria-label="What calls will cost">
      <div className={pricePreviewStyles.warnings}>
        {warnings.map((warning) => (
          <Alert key={`${warning.code} ${warning.row}`} kind="info">
            {warningMessage(warning)}
          </Alert>
        ))}
      </div>
      <div className={pricePreviewStyles.pair}>
        <Suspense fallback={<div className={pricePreviewStyles.chart} />}>
          <PriceChart bands={bands} />
        </Suspense>
        <PriceTable bands={bands} />
      </div>
    </section>
  );
}

function PriceTable({ bands }: { bands: readonly CallFeeBand[] }) {
  return (
    <table role="table" className={pricePreviewStyles.table}>
      <caption className="visually-hidden">Price by length</caption>
      <PlainTableHead titles={['Minutes', 'Price', 'Band']} />
      <tbody role="rowgroup">
        {curveLengths.map((minutes) => {
          const price = explainPrice(bands, minutes);
          return (
            <tr key={minutes} role="row">
              <th role="rowheader" scope="row">
                {minutes}
              </th>
              <td role="cell">{formatRand(price.cents)}</td>
              <td role="cell">{explanationText(price)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type ValidFromProps = Dated & { modal: Modal; isFirst: boolean };

/** The first day of the rows, and what saving them from that day means. */
function ValidFromField({ schedules, about = '', modal, isFirst }: ValidFromProps) {
  const { day, dayError, isEmpty } = modal;
  const own = schedules.filter(({ disbursementType }) => disbursementType === modal.typeId);
  const sentence =
    dayError === undefined
      ? validFromSentence({
          day,
          today: today(),
          schedules: own,
          isEmpty,
          isRemoval: isRemoval(modal, own),
        })
      : '';
  return (
    <DayField
      data-autofocus={isFirst || undefined}
      label="Valid from"
      isRequired
      min="2000-01-01"
      max="2099-12-31"
      value={day}
      error={dayError}
      description={`${sentence} ${about}`.trim()}
      onChange={({ currentTarget }) => modal.changeDay(currentTarget.value)}
    />
  );
}

/** Whether the rows are those that hold without the change that is planned for the day. */
function isRemoval(
  { day, draft, isEmpty, hasErrors, typeId }: Modal,
  schedules: readonly FeeSchedule[],
): boolean {
  const others = schedules.filter(({ validFrom }) => validFrom !== day);
  if (day <= today() || others.length === schedules.length || hasErrors) return false;
  const rest = callFeesOn(others, { disbursementType: typeId, day: dayBefore(day) });
  return isSameFees(isEmpty ? [] : toBands(draft).map(toFeeRow), rest);
}
