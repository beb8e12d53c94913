import { type FileKind, fileKinds } from '@recoup/contract/export-files';
import { texts } from '@recoup/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { exportsKey } from '../exports/exports.queries.ts';
import { ApiError } from '../platform/api-error.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { RadioGroup, TextAreaField, TextField } from '../ui/fields.tsx';
import { Panel } from '../ui/page-frame.tsx';
import styles from './mail.module.css';
import { mailKey, sendMail } from './mail.queries.ts';

type Props = { readonly saved: string; readonly onSent: () => void; readonly onBack: () => void };

/** The second form of the manager (specification, section 2.13): mails what was just downloaded. */
export function MailForm({ saved, onSent, onBack }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { sending, submit, fields, message } = useMail({ onSent, onFault: () => focusFault(form.current) });
  return (
    <Panel label="Mail Form">
      <Alert kind="success">
        <strong>{texts.downloaded}</strong> It was saved as {saved}.
      </Alert>
      <h2 ref={focusHeading} tabIndex={-1}>
        Mail Form
      </h2>
      {message !== undefined && !sending.isPending && <Alert kind="error">{message}</Alert>}
      <form ref={form} noValidate className={styles['form']} onSubmit={submit} aria-busy={sending.isPending}>
        <TextField label="To" name="to" type="email" autoComplete="email" isRequired error={fields['to']} />
        <TextField label="Subject" name="subject" isRequired maxLength={200} error={fields['subject']} />
        <TextAreaField label="Text" name="body" error={fields['body']} />
        <TypeChoice />
        <div className={styles['buttons']}>
          <Button type="submit" isBusy={sending.isPending}>
            Send Mail
          </Button>
          <Button look="outline" onClick={onBack}>
            Not now
          </Button>
        </div>
        {sending.isPending && (
          <output className={styles['overlay']}>
            <span className={styles['spinner']} aria-hidden="true" />
            Sending the mail …
          </output>
        )}
      </form>
    </Panel>
  );
}

type Empty = Readonly<Record<string, string>>;

/** The specification's sentence stands above; here is which field it means. */
function emptyOf({ to, subject }: { readonly to: string; readonly subject: string }): Empty {
  return { ...(to === '' && { to: 'Please enter an e-mail address.' }), ...(subject === '' && { subject: 'Please enter a subject.' }) };
}

/** What is empty is said without asking the server; everything else is the server's to judge. */
function useMail({ onSent, onFault }: { onSent: () => void; onFault: () => void }) {
  const [empty, setEmpty] = useState<Empty>({});
  const isEmpty = Object.keys(empty).length > 0;
  const client = useQueryClient();
  const sending = useMutation({
    mutationKey: mailKey,
    mutationFn: sendMail,
    onSuccess: async () => {
      onSent();
      await client.invalidateQueries({ queryKey: exportsKey });
    },
    onError: onFault,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second click can come before `isPending` has been drawn.
    if (client.isMutating({ mutationKey: mailKey }) > 0) return;
    const typed = typedIn(event.currentTarget);
    const missing = emptyOf(typed);
    setEmpty(missing);
    if (Object.keys(missing).length > 0) focusEmpty(event.currentTarget);
    else sending.mutate(typed);
  };
  const refused = sending.error instanceof ApiError ? sending.error.fields : {};
  return { sending, submit, fields: isEmpty ? empty : refused, message: isEmpty ? texts.emptyMailField : sending.error?.message };
}

function TypeChoice() {
  const [type, setType] = useState<string>('csv');
  return (
    <>
      <RadioGroup label="File type" options={typeOptions} value={type} onChange={setType} />
      <input type="hidden" name="type" value={type} />
    </>
  );
}

/** The specification's order. */
const typeOptions = [
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
  { value: 'xlsx', label: 'XLSX' },
];

function typedIn(form: HTMLFormElement): { type: FileKind; to: string; subject: string; body: string } {
  const data = new FormData(form);
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const type = fileKinds.find((kind) => kind === text('type')) ?? 'csv';
  return { type, to: text('to').trim(), subject: text('subject').trim(), body: text('body') };
}

/** The form took the place of another one: whoever hears or types is led to it. */
function focusHeading(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}

function focusEmpty(form: HTMLFormElement): void {
  [...form.querySelectorAll<HTMLInputElement>('input[name]')].find(({ value }) => value.trim() === '')?.focus();
}

/** After the error has been drawn. */
function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
