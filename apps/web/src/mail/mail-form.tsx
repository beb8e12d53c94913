import { type FileKind, fileKinds } from '@recoup/contract/exports/files';
import { texts } from '@recoup/contract/core/texts';
import { useRef } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextAreaField, TextField } from '../ui/form/fields.tsx';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { focusFirstError } from '../ui/dialog/focus-first-error.ts';
import { Panel } from '../ui/layout/panel.tsx';
import styles from './mail.module.css';
import { type Props, useMail } from './use-mail.ts';

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
        <MailFields draft={draft} errors={fields} onType={onType} />
        <div className={styles.buttons}>
          <Button type="submit" isBusy={sending.isPending}>
            Send Mail
          </Button>
          <Button variant="outline" onClick={onBack}>
            Not now
          </Button>
        </div>
        {sending.isPending && <SendingOverlay />}
      </form>
    </Panel>
  );
}

function SendingOverlay() {
  return (
    <output className={styles.overlay}>
      <span className={styles.spinner} aria-hidden="true" />
      Sending…
    </output>
  );
}

type FieldsProps = Pick<Props, 'draft' | 'onType'> & { errors: Readonly<Record<string, string>> };

function MailFields({ draft, errors, onType }: FieldsProps) {
  const typed = (name: 'to' | 'subject' | 'body') => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onType({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextField label="To" type="email" autoComplete="off" isRequired {...typed('to')} />
      <TextField label="Subject" isRequired {...typed('subject')} />
      <TextAreaField label="Text" {...typed('body')} />
      <TypeChoice value={draft.type} onChange={(type) => onType({ ...draft, type })} />
    </>
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

/** Moves the focus with the form, for keyboards and screen readers. */
function takeFocus(heading: HTMLHeadingElement): () => void {
  heading.focus();
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
}
