import { newId } from '@recoup/contract/core/ids';
import { supplierAccountEndpoints } from '@recoup/contract/suppliers/account-endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { RecordLoaded } from '../platform/api/record-pending.tsx';
import { useActionBy } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { paths } from '../platform/browser/paths.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { giveUpUnsaved } from '../ui/form/unsaved.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import {
  creditDraft,
  type Draft,
  emptyDraft,
  filledLines,
  readDraft,
  splitNames,
  sumText,
} from './account-draft.ts';
import { AccountLines, type FaultOf } from './account-lines.tsx';
import styles from './accounts.module.css';
import { uploadVoucher } from '../vouchers/upload-voucher.ts';
import { findMatters } from './matters-by-number.ts';
import { accountQuery, suppliersQuery } from './suppliers.queries.ts';
import { FilePicker } from '../ui/form/file-picker.tsx';

/** Records an account, or the credit note of one. */
export function AddAccountPage() {
  const credits = useSearchParams()[0].get('credits');
  if (credits === null) return <AccountForm title="Add account" first={emptyDraft} />;
  return (
    <RecordLoaded
      title="Add credit note"
      what="account"
      query={accountQuery(credits)}
      list={paths.accounts}
    >
      {(account) => (
        <AccountForm
          title={`Credit note of account ${account.number}`}
          first={() => creditDraft(account)}
        />
      )}
    </RecordLoaded>
  );
}

type FormProps = { title: string; first: () => Draft };

function AccountForm({ title, first }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [begun] = useState(first);
  const [draft, setDraft] = useState(begun);
  const [file, setFile] = useState<File | null>(null);
  const { saving, faultOf } = useRecording({ draft, file }, () => focusFirstError(form.current));
  useUnsaved(() => draft !== begun || file !== null);
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const sum = sumText(draft);
  return (
    <PageFrame title={title} intro={intro}>
      <Panel>
        <Form
          ref={form}
          className={styles.form}
          isSaving={saving.isPending}
          onSubmit={(event) => {
            event.preventDefault();
            saving.run(draft);
          }}
        >
          {saving.error && <Failure error={saving.error} />}
          <AccountFile file={file} onPick={setFile}>
            <AccountFields draft={draft} faultOf={faultOf} onChange={change} />
            <AccountLines
              draft={draft}
              hasPages={file !== null}
              faultOf={faultOf}
              onChange={setDraft}
            />
          </AccountFile>
          <div className={styles.foot}>
            <p role="status" className={sum.isEven ? styles.even : undefined}>
              {sum.text}
            </p>
            <Button type="submit" isBusy={saving.isPending} data-record>
              Record account
            </Button>
            <ButtonLink variant="outline" to={paths.accounts}>
              Go Back
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </PageFrame>
  );
}

const intro =
  'Enter goes on from the matter to the amount, and from there to the next line. Lines can be ' +
  'pasted from a spreadsheet: matter, amount and narration side by side.';

type Typed = { draft: Draft; file: File | null };

function useRecording({ draft, file }: Typed, onFault: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const ids = useRef(new Map<string, string>());
  const [sent, setSent] = useState<Draft>();
  const saving = useActionBy(
    async (given: Draft) => {
      setSent(given);
      const { errors, body } = readDraft(given, await findMatters(client, given));
      if (Object.keys(errors).length > 0) throw incomplete(errors);
      // Under one id, so that a second try after a lost answer records nothing twice.
      const text = JSON.stringify(body);
      const _id = ids.current.get(text) ?? newId();
      ids.current.set(text, _id);
      await send(supplierAccountEndpoints.createSupplierAccount, { body: { ...body, _id } });
      return { accountId: _id, fault: await uploadFault(_id, file) };
    },
    {
      changes: ['suppliers', 'entries'],
      onDone: ({ accountId, fault }) => {
        toast(fault ?? 'Account recorded.', fault === undefined ? 'good' : 'bad');
        giveUpUnsaved();
        void navigate(paths.account({ accountId }));
      },
      onError: onFault,
    },
  );
  const { error } = saving;
  const fields: Readonly<Record<string, string>> = error instanceof ApiError ? error.fields : {};
  /** A message stays at its field until that is changed. */
  const faultOf: FaultOf = (field, line) => {
    if (line === undefined) return isUnchanged(draft, sent, field) ? fields[field] : undefined;
    const at = sent === undefined ? -1 : filledLines(sent).indexOf(line);
    return at === -1 ? undefined : fields[`lines.${at}.${field}`];
  };
  return { saving, faultOf };
}

/** Why the file was not added to the account, which is recorded nevertheless. */
async function uploadFault(id: string, file: File | null): Promise<string | undefined> {
  if (file === null) return undefined;
  try {
    await uploadVoucher({ kind: 'account', id }, { file, name: file.name });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `The account was recorded, but its file was not added: ${error.message}`;
  }
}

function isUnchanged(draft: Draft, sent: Draft | undefined, field: string): boolean {
  const values = (of: Draft): Partial<Record<string, unknown>> => ({ ...of });
  return sent !== undefined && values(draft)[field] === values(sent)[field];
}

function incomplete(fields: Readonly<Record<string, string>>): ApiError {
  const message = fields['lines'] ?? 'Please correct the marked fields.';
  return new ApiError({ status: 400, code: 'invalid_input', message, fields });
}

function Failure({ error }: { error: Error }) {
  const accountId = error instanceof ApiError ? error.body?._id : undefined;
  return (
    <Alert kind="error">
      {error.message}{' '}
      {accountId !== undefined && <Link to={paths.account({ accountId })}>Open it</Link>}
    </Alert>
  );
}

type FieldsProps = { draft: Draft; faultOf: FaultOf; onChange: (changes: Partial<Draft>) => void };

const splitLabels = { none: 'As typed', equal: 'Equal shares', weights: 'Shares by weight' };
const splitOptions = splitNames.map((value) => ({ value, label: splitLabels[value] }));

function AccountFields({ draft, faultOf, onChange }: FieldsProps) {
  return (
    <div className={styles.head}>
      <SupplierField draft={draft} faultOf={faultOf} onChange={onChange} />
      <TextField
        label="Number"
        isRequired
        maxLength={40}
        autoComplete="off"
        value={draft.number}
        error={faultOf('number')}
        onChange={({ currentTarget }) => onChange({ number: currentTarget.value })}
      />
      <DayField
        label="Date"
        isRequired
        value={draft.date}
        error={faultOf('date')}
        onChange={({ currentTarget }) => onChange({ date: currentTarget.value })}
      />
      <TextField
        label="Total with VAT"
        isRequired
        inputMode="decimal"
        autoComplete="off"
        value={draft.total}
        error={faultOf('total')}
        onChange={({ currentTarget }) => onChange({ total: currentTarget.value })}
      />
      <SelectField
        label="Amounts"
        options={splitOptions}
        value={draft.split}
        onChange={({ currentTarget }) =>
          onChange({ split: splitNames.find((name) => name === currentTarget.value) ?? 'none' })
        }
      />
      <CheckboxField
        label="Credit note"
        description="Amounts are typed without a minus, and taken back."
        checked={draft.isCredit}
        disabled={draft.credits !== undefined}
        onChange={({ currentTarget }) => onChange({ isCredit: currentTarget.checked })}
      />
    </div>
  );
}

const loadDialog = async () => ({
  default: (await import('./supplier-dialog.tsx')).SupplierDialog,
});
const SupplierDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

function SupplierField({ draft, faultOf, onChange }: FieldsProps) {
  const [isAdding, setAdding] = useState(false);
  useLoadBeforeUse(loadDialog);
  const suppliers = useQuery(suppliersQuery);
  const usable = (suppliers.data ?? []).filter(
    ({ _id, isActive }) => isActive || _id === draft.supplier,
  );
  const options = usable.map(({ _id, name }) => ({ value: _id, label: name }));
  // A colleague, or another tab, may have added one since the page was opened.
  const refresh = () => void suppliers.refetch({ cancelRefetch: false });
  return (
    <div className={styles.supplier}>
      <SelectField
        label="Supplier"
        isRequired
        data-autofocus
        options={[{ value: '', label: 'Choose …' }, ...options]}
        value={draft.supplier}
        disabled={draft.credits !== undefined}
        error={faultOf('supplier')}
        onFocus={refresh}
        onPointerDown={refresh}
        onChange={({ currentTarget }) => onChange({ supplier: currentTarget.value })}
      />
      {draft.credits === undefined && (
        <Button variant="quiet" onClick={() => setAdding(true)}>
          Add supplier
        </Button>
      )}
      <NotLoaded what="The suppliers" of={suppliers} />
      {isAdding && (
        <Suspense>
          <SupplierDialog
            supplier={undefined}
            onAdded={({ _id }) => onChange({ supplier: _id })}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type Props = {
  file: File | null;
  onPick: (file: File | null) => void;
  /** Fields that are typed while one looks at the file. */
  children: ReactNode;
};

/** The supplier's account, beside the lines that are typed from it. */
function AccountFile({ file, onPick, children }: Props) {
  const [fault, setFault] = useState<string>();
  const [url, setUrl] = useState<string>();
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  const pick = (picked: File | null) => {
    setFault(undefined);
    setUrl(picked === null ? undefined : objectUrl(picked));
    onPick(picked);
  };
  return (
    <>
      <FilePicker
        label="The account’s PDF or photo"
        hint="PDF or photo"
        atMost="15 MB"
        file={file}
        error={fault}
        onPick={pick}
        onReject={setFault}
      />
      <div className={styles.beside} data-has-file={url !== undefined}>
        <div className={styles.typed}>{children}</div>
        {url !== undefined && file !== null && <Preview url={url} isPdf={isPdf(file)} />}
      </div>
    </>
  );
}

function Preview({ url, isPdf: shownAsPdf }: { url: string; isPdf: boolean }) {
  return (
    <div className={styles.preview}>
      <a href={url} target="_blank" rel="noreferrer">
        Open the file in another tab
      </a>
      {shownAsPdf ? <iframe title="The account" src={url} /> : <img src={url} alt="The account" />}
    </div>
  );
}

function isPdf({ name, type }: File): boolean {
  return type === 'application/pdf' || name.toLowerCase().endsWith('.pdf');
}

/** An address of the file in this browser, shown as a PDF or a picture and as nothing else. */
function objectUrl(file: File): string {
  return URL.createObjectURL(
    new Blob([file], { type: isPdf(file) ? 'application/pdf' : 'image/jpeg' }),
  );
}
