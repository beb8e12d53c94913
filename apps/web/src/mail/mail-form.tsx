import type { UseFormReturnType } from '@mantine/form';
import { type FileKind, fileKinds } from '@recoup/contract/exports/files';
import { texts } from '@recoup/contract/core/texts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextAreaField, TextField } from '../ui/form/fields.tsx';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import formStyles from '../ui/form/form-shell.module.css';
import { cx } from '../ui/lib/class-names.ts';
import { Panel } from '../ui/layout/panel.tsx';
import styles from './mail.module.css';
import { type MailDraft, type Props, useMail } from './use-mail.ts';
import shared from '../ui/layout/shared.module.css';

/** The second form of the manager (specification, section 2.13): mails what was just downloaded. */
export function MailForm(props: Props) {
  const { form, sending, submit, message } = useMail(props);
  return (
    <Panel label="Mail Form">
      <Alert kind="success">
        <strong>{texts.downloaded}</strong> It was saved as {props.saved.name}.
      </Alert>
      <h2 ref={takeFocus} tabIndex={-1}>
        Mail Form
      </h2>
      {message !== undefined && !sending.isPending && <Alert kind="error">{message}</Alert>}
      <form
        noValidate
        className={cx(shared.stack, styles.form)}
        {...submit}
        aria-busy={sending.isPending}
      >
        <MailFields form={form} />
        <div className={formStyles.buttons}>
          <Button type="submit" isBusy={sending.isPending}>
            Send Mail
          </Button>
          <Button variant="outline" onClick={props.onBack}>
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

function MailFields({ form }: { form: UseFormReturnType<MailDraft> }) {
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
      <TextAreaField label="Text" {...form.getInputProps('body')} />
      <TypeChoice value={form.values.type} onChange={(type) => form.setFieldValue('type', type)} />
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
