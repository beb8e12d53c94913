import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FileKind, fileKinds } from '@recoup/contract/exports/files';
import { texts } from '@recoup/contract/core/texts';
import type { MailPreview } from '@recoup/contract/mail/endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { totalsText } from '@recoup/contract/vat/totals';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { LayoutSettingsForm } from '../posting/settings/layout-settings-form.tsx';
import { may } from '../platform/session/may.ts';
import { LayoutField } from '../exports/layout-field.tsx';
import { TextAreaField, TextField } from '../ui/form/fields.tsx';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import formStyles from '../ui/form/form-shell.module.css';
import { cx } from '../ui/lib/class-names.ts';
import { Panel } from '../ui/layout/panel.tsx';
import styles from './mail.module.css';
import { mailKey, mailPreviewQuery, sendMail } from './mail.queries.ts';
import {
  type Attachment,
  fillMail,
  findFile,
  findLayout,
  type MailDraft,
  type MailValues,
  typedMail,
  withFile,
} from './mail-texts.ts';
import shared from '../ui/layout/shared.module.css';
import { formatCount, formatDate } from '../ui/lib/format.ts';
import { Form } from '../ui/form/form.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { newId } from '@recoup/contract/core/ids';
import type { ExportMail } from '@recoup/contract/exports/endpoints';
import { invalidate } from '../platform/api/read.ts';
import { missingSettings } from '../exports/missing-settings.ts';
import { exportQuery } from '../exports/exports.queries.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';

/** Mails an export, and says beforehand what it attaches (specification, section 2.13). */
export function MailForm(props: MailProps) {
  const { saved, takesFocus = true, onBack, onCancel = onBack } = props;
  const query = useQuery(mailPreviewQuery(saved.exportId));
  return (
    <Panel label="Mail Form">
      {saved.name !== undefined && (
        <Alert kind="success">
          <strong>{texts.downloaded}</strong> It was saved as {saved.name}.
          {query.data?.state === 'closed' && ' The export is closed: its entries are locked.'}
        </Alert>
      )}
      <h2 ref={takesFocus ? takeFocus : undefined} tabIndex={-1}>
        Mail Form
      </h2>
      {query.data ? (
        <FilledForm {...props} preview={query.data} />
      ) : (
        <>
          <Loaded query={query} what="The attached file" />
          <div className={formStyles.buttons}>
            <Button variant="outline" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

function FilledForm({ preview, ...props }: MailProps & { preview: MailPreview }) {
  const { form, sending, submit, message, missing, ...mail } = useMail(preview, props);
  const { onBack, onCancel = onBack } = props;
  const { type, layout } = form.values;
  const attached = useId();
  const sendButton = useRef<HTMLButtonElement>(null);
  const leave = () => {
    flushSync(mail.forgetMissing);
    sendButton.current?.focus();
  };
  if (missing && may('posting-layouts:write'))
    return <MissingSettings {...{ layout, missing }} onClose={leave} />;
  return (
    <>
      {preview.state === 'reopened' && <Alert kind="info">{reopened}</Alert>}
      {message !== undefined && !sending.isPending && <Alert kind="error">{message}</Alert>}
      <Form className={cx(shared.stack, styles.form)} {...submit} aria-busy={sending.isPending}>
        <MailFields form={form} />
        <FileChoice preview={preview} value={{ type, layout }} onChange={mail.chooseFile} />
        <div id={attached}>
          <AttachedFile preview={preview} file={{ type, layout }} />
        </div>
        <MailButtons
          ref={sendButton}
          isBusy={sending.isPending}
          disabled={findFile(preview, type)?.refusal !== null}
          aria-describedby={attached}
          onCancel={onCancel}
        />
        {sending.isPending && <SendingOverlay />}
      </Form>
    </>
  );
}

type ButtonsProps = ComponentProps<typeof Button> & { isBusy: boolean; onCancel: () => void };

function MailButtons({ onCancel, ...send }: ButtonsProps) {
  return (
    <div className={formStyles.buttons}>
      <Button type="submit" {...send}>
        Send Mail
      </Button>
      <Button variant="outline" isPaused={send.isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

type MissingProps = { layout: string; missing: Readonly<Record<string, string>> };

/** In the place of the mail, which comes back as it was typed. */
function MissingSettings({ onClose, ...lacking }: MissingProps & { onClose: () => void }) {
  return (
    <>
      <Alert kind="info">
        The layout needs settings that are missing. Nothing has been sent. Enter them to go on.
      </Alert>
      <LayoutSettingsForm {...lacking} onSaved={onClose} onClose={onClose} />
    </>
  );
}

const reopened =
  'This export was reopened: its entries were unlocked again, and may have changed since or be ' +
  'in a later export. The email attaches the original file.';

function SendingOverlay() {
  return (
    <output className={styles.overlay}>
      <span className={styles.spinner} aria-hidden="true" />
      Sending…
    </output>
  );
}

function MailFields({ form }: { form: UseFormReturnType<MailValues> }) {
  return (
    <>
      <TextField
        label="To"
        type="email"
        autoComplete="off"
        isRequired
        {...form.getInputProps('to')}
      />
      <TextField label="Subject" isRequired {...form.getInputProps('subject')} />
      <TextAreaField label="Text" rows={10} {...form.getInputProps('body')} />
    </>
  );
}

type FileProps = {
  preview: MailPreview;
  value: Attachment;
  onChange: (file: Attachment) => void;
};

function FileChoice({ preview: { layouts }, value: { type, layout }, onChange }: FileProps) {
  const choose = (chosen: string) =>
    onChange({
      type: fileKinds.find((kind) => kind === chosen) ?? 'csv',
      layout: chosen === postingFile.value ? (layouts[0]?._id ?? '') : '',
    });
  return (
    <>
      <RadioGroup
        label="File type"
        options={[...typeOptions, postingFile]}
        value={layout === '' ? type : postingFile.value}
        onChange={choose}
      />
      {layout !== '' && (
        <LayoutField
          layouts={layouts}
          value={layout}
          onChange={(chosen) => onChange({ type: 'csv', layout: chosen })}
        />
      )}
    </>
  );
}

const postingFile = { value: 'posting', label: 'Posting file' };

/** The specification's order. */
const typeOptions = [
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
  { value: 'xlsx', label: 'XLSX' },
];

/** Moves the focus with the form, for keyboards and screen readers. */
function takeFocus(heading: HTMLHeadingElement): () => void {
  heading.focus();
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
}

/** The file that the mail attaches, as the server reports it, or the reason of a refusal. */
function AttachedFile({ preview, file: wanted }: { preview: MailPreview; file: Attachment }) {
  const { rows, sum, vat, firstDay, lastDay } = preview;
  const file = findFile(preview, wanted.type);
  const layout = findLayout(preview, wanted);
  const facts = [
    ['Attached file', layout?.name ?? file?.fileName],
    ['Kind', layout ? 'Posting file' : attachedKindText(preview, wanted.type)],
    ['Lines', formatCount(rows)],
    ['Total', formatRand(toCentsTotal(sum))],
    ...(vat ? [['With VAT', totalsText(vat)] as const] : []),
    [
      'Days',
      firstDay === lastDay
        ? formatDate(firstDay)
        : `${formatDate(firstDay)} – ${formatDate(lastDay)}`,
    ],
  ] as const;
  return (
    <>
      <dl className={styles.attached} aria-label="What is attached">
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {typeof file?.refusal === 'string' && <Alert kind="error">{file.refusal}</Alert>}
    </>
  );
}

function attachedKindText({ csv: { profile, delimiter } }: MailPreview, type: FileKind): string {
  if (type !== 'csv') return type.toUpperCase();
  if (profile === 'systems') return 'CSV';
  return `CSV for spreadsheets, with ${delimiter === ';' ? 'semicolons' : 'commas'}`;
}

type MailProps = {
  /** Without `exportId` the user's latest export; `name` if its file was just saved. */
  saved: { exportId: string | undefined; name?: string };
  /** False where the form opens by itself below what is read first. */
  takesFocus?: boolean;
  draft: MailDraft;
  onType: (draft: MailDraft) => void;
  /** Also when this form is gone by then. */
  onSent: () => void;
  onBack: () => void;
  /** Cancel; without it as `onBack`. */
  onCancel?: () => void;
};

/** The browser reports empty fields; the server validates everything else. */
function useMail(preview: MailPreview, { draft, onType, onSent, onBack }: MailProps) {
  const mailIdFor = useMailId();
  const form = useForm({
    initialValues: fillMail(preview, draft),
    onValuesChange: (values) => onType(typedMail(preview, values)),
    validate: emptyFieldErrors,
  });
  const sending = useSending(preview, onSent);
  const { error, submit } = useFormAnswer({
    form,
    saving: sending,
    onSave: ({ to, subject, ...rest }) => {
      const mail = { ...rest, to: to.trim(), subject: subject.trim() };
      const { export: exportId, state, csv } = preview;
      const wanted = { ...mail, _id: mailIdFor(mail), exportId, expected: { state, csv } };
      // Only while the form is still there: the user may have gone back by the browser's button.
      sending.mutate(wanted, { onSuccess: onBack });
    },
  });
  const isWrong = Object.keys(form.errors).length > 0;
  const message = isWrong || !hasFields(error) ? error?.message : undefined;
  return {
    form,
    sending,
    submit,
    missing: missingSettings(sending.error),
    /** The settings are there, or the user gave up: the mail is as it was typed. */
    forgetMissing: () => {
      form.clearErrors();
      sending.reset();
    },
    chooseFile: (file: Attachment) => form.setValues(withFile(preview, form.getValues(), file)),
    message: message ?? (isWrong ? texts.emptyMailField : undefined),
  };
}

function useSending({ export: exportId }: MailPreview, onSent: () => void) {
  const client = useQueryClient();
  const { queryKey } = exportQuery(exportId);
  /** In the list of the export's page before the next request. */
  const list = (mail: ExportMail) =>
    client.setQueryData(queryKey, (reply) => {
      if (!reply || reply.data.mails.some(({ _id }) => _id === mail._id)) return reply;
      return { ...reply, data: { ...reply.data, mails: [mail, ...reply.data.mails] } };
    });
  return useOneMutation({
    mutationKey: mailKey,
    mutationFn: sendMail,
    onSuccess: (mail) => {
      list(mail);
      onSent();
    },
    // Also when it failed: the export or the firm's CSV is perhaps another one by now.
    onSettled: () => void invalidate(client, ['exports']),
  });
}

/** The specification's sentence stands above; here is which field it means. */
function emptyFieldErrors({ to, subject }: MailValues): Readonly<Record<string, string>> {
  return {
    ...(to.trim() === '' && { to: 'Please enter an email address.' }),
    ...(subject.trim() === '' && { subject: 'Please enter a subject.' }),
  };
}

/** The same for the same mail, so that the server sends it once when an answer was lost. */
function useMailId(): (draft: MailValues) => string {
  const last = useRef({ key: '', id: '' });
  return (draft) => {
    const key = JSON.stringify(draft);
    if (last.current.key !== key) last.current = { key, id: newId() };
    return last.current.id;
  };
}
