import { type FileKind, fileKinds } from '@recoup/contract/exports/files';
import { newId } from '@recoup/contract/core/ids';
import { texts } from '@recoup/contract/core/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Saved } from '../exports/export-panel.tsx';
import { exportsKey } from '../exports/exports.queries.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { RadioGroup, TextAreaField, TextField } from '../ui/form/fields.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { Panel } from '../ui/layout/page-frame.tsx';
import styles from './mail.module.css';
import { mailKey, sendMail } from './mail.queries.ts';

export type MailDraft = { type: FileKind; to: string; subject: string; body: string };
export const emptyMail: MailDraft = { type: 'csv', to: '', subject: '', body: '' };

type Props = {
  /** The file that was just downloaded, which is what is mailed. */
  saved: Saved;
  draft: MailDraft;
  onType: (draft: MailDraft) => void;
  /** Also when this form is gone by then. */
  onSent: () => void;
  onBack: () => void;
};

/** The second form of the manager (specification, section 2.13): mails what was just downloaded. */
export function MailForm({ saved, draft, onType, onSent, onBack }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { sending, submit, fields, message } = useMail({
    saved,
    draft,
    onSent,
    onBack,
    onFault: () => focusFirstError(form.current),
  });
  const typed = (name: 'to' | 'subject' | 'body') => ({
    value: draft[name],
    error: fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onType({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Panel label="Mail Form">
      <Alert kind="success">
        <strong>{texts.downloaded}</strong> It was saved as {saved.name}.
      </Alert>
      <h2 ref={takeFocus} tabIndex={-1}>
        Mail Form
      </h2>
      {message !== undefined && !sending.isPending && <Alert kind="error">{message}</Alert>}
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={submit}
        aria-busy={sending.isPending}
      >
        <TextField label="To" type="email" autoComplete="off" isRequired {...typed('to')} />
        <TextField label="Subject" isRequired {...typed('subject')} />
        <TextAreaField label="Text" {...typed('body')} />
        <TypeChoice value={draft.type} onChange={(type) => onType({ ...draft, type })} />
        <div className={styles.buttons}>
          <Button type="submit" isBusy={sending.isPending}>
            Send Mail
          </Button>
          <Button variant="outline" onClick={onBack}>
            Not now
          </Button>
        </div>
        {sending.isPending && (
          <output className={styles.overlay}>
            <span className={styles.spinner} aria-hidden="true" />
            Sending the mail …
          </output>
        )}
      </form>
    </Panel>
  );
}

type Empty = Readonly<Record<string, string>>;

/** The specification's sentence stands above; here is which field it means. */
function emptyOf({ to, subject }: MailDraft): Empty {
  return {
    ...(to === '' && { to: 'Please enter an email address.' }),
    ...(subject === '' && { subject: 'Please enter a subject.' }),
  };
}

type Mail = { onFault: () => void } & Pick<Props, 'saved' | 'draft' | 'onSent' | 'onBack'>;

/** What is empty is said without asking the server; everything else is the server's to judge. */
function useMail({ saved, draft, onSent, onBack, onFault }: Mail) {
  const idOf = useMailId();
  const [submitted, setSubmitted] = useState<MailDraft>(draft);
  const [empty, setEmpty] = useState<Empty>({});
  const client = useQueryClient();
  const sending = useMutation({
    mutationKey: mailKey,
    mutationFn: sendMail,
    onSuccess: () => {
      onSent();
      void client.invalidateQueries({ queryKey: exportsKey });
    },
    onError: onFault,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second click can come before `isPending` has been drawn.
    if (client.isMutating({ mutationKey: mailKey }) > 0) return;
    const mail = {
      ...draft,
      _id: idOf(draft),
      exportId: saved.exportId,
      to: draft.to.trim(),
      subject: draft.subject.trim(),
    };
    const missing = emptyOf(mail);
    setEmpty(missing);
    setSubmitted(draft);
    if (Object.keys(missing).length > 0) focusFirstError(event.currentTarget);
    // Only while the form is still there: one may have gone back by the browser's button.
    else sending.mutate(mail, { onSuccess: onBack });
  };
  const wasEmpty = Object.keys(empty).length > 0;
  const refused = sending.error instanceof ApiError ? sending.error.fields : {};
  const found = wasEmpty ? empty : refused;
  const fields = Object.fromEntries(
    Object.entries(found).filter(([name]) => !isChanged(name, submitted, draft)),
  );
  const isAnswered = Object.keys(found).length > 0 && Object.keys(fields).length === 0;
  const message = wasEmpty ? texts.emptyMailField : sending.error?.message;
  return { sending, submit, fields, message: isAnswered ? undefined : message };
}

/** The same for the same mail, so that the server sends it once when an answer was lost. */
function useMailId(): (draft: MailDraft) => string {
  const last = useRef({ key: '', id: '' });
  return (draft) => {
    const key = JSON.stringify(draft);
    if (last.current.key !== key) last.current = { key, id: newId() };
    return last.current.id;
  };
}

/** What was said of a field was said of its earlier value. */
function isChanged(name: string, before: MailDraft, now: MailDraft): boolean {
  return (
    (name === 'to' || name === 'subject' || name === 'body') &&
    before[name].trim() !== now[name].trim()
  );
}

function TypeChoice({ value, onChange }: { value: FileKind; onChange: (type: FileKind) => void }) {
  const choose = (chosen: string) => onChange(fileKinds.find((kind) => kind === chosen) ?? 'csv');
  return <RadioGroup label="File type" options={typeOptions} value={value} onChange={choose} />;
}

/** The specification's order. */
const typeOptions = [
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
  { value: 'xlsx', label: 'XLSX' },
];

/** The form took the place of another one, and gives it back: whoever hears or types is led along. */
function takeFocus(heading: HTMLHeadingElement): () => void {
  heading.focus();
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
}
