import type { RejectedRow } from '@recoup/contract/core/errors';
import {
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useId,
} from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { UploadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { blurGuard } from '../../ui/form/blur-guard.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { Form } from '../../ui/form/form.tsx';
import shared from '../../ui/layout/shared.module.css';
import { cx } from '../../ui/lib/class-names.ts';
import { formatBytes, formatCount } from '../../ui/lib/format.ts';
import styles from './imports.module.css';
import type { ImportProgress } from './send-file.ts';
import type { Import } from './use-import.ts';

/** Shared by the previews of all kinds of files. */
type Facts = {
  /** Why the file cannot be understood, if so. */
  fault: string | null;
  refused: number;
  refusedRows: readonly RejectedRow[];
  notices: readonly string[];
};
/** An import of any kind of file. */
type State<Preview, Result> = Pick<Import, 'note' | 'progress' | 'submit' | 'cancel'> &
  Pick<Import, 'pick' | 'refuse'> & {
    chosen: { file: File | null };
    shown: Preview | undefined;
    preview: { data: Preview | undefined; error: Error | null };
    upload: {
      data: Result | undefined;
      error: Error | null;
      isPending: boolean;
      isIdle: boolean;
    };
  };

type Props<Preview, Result> = {
  state: State<Preview, Result>;
  picker: Pick<ComponentProps<typeof FilePicker>, 'label' | 'accept' | 'hint' | 'atMost'>;
  /** Label of the button. */
  verb: string;
  /** Why nothing would be imported, apart from faults of the file. */
  why?: string | undefined;
  /** Another button, beside it. */
  beside?: ReactNode;
  /** An error of something else in the form. */
  error?: Error | null;
  describeRefusal: (preview: Preview) => string;
  /** Announces the preview to screen readers. */
  describe: (preview: Preview) => string;
  Outcome: ComponentType<{ result: Result }>;
  /** Below the messages, once a file is chosen. */
  children: ReactNode;
};

/** Choose, preview, correct and import a file. */
export function ImportForm<Preview extends Facts, Result>(props: Props<Preview, Result>) {
  const { state, picker, verb, why, beside, children } = props;
  const { chosen, shown } = state;
  const isHopeless = shown !== undefined && (shown.refused > 0 || shown.fault !== null);
  const reason = isHopeless ? 'Nothing would be imported: see below.' : why;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined) state.submit();
  };
  return (
    <Form isSaving={false} className={shared.stack} {...blurGuard} onSubmit={submit}>
      <FilePicker {...picker} file={chosen.file} onPick={state.pick} onReject={state.refuse} />
      <ImportButtons verb={verb} why={reason} state={state} beside={beside} />
      <Messages {...props} />
      {chosen.file !== null && children}
    </Form>
  );
}

/** Errors of the file, the result of its import, or the announcement of its preview. */
function Messages<Preview extends Facts, Result>(props: Props<Preview, Result>) {
  const { Outcome } = props;
  const { note, upload, preview, shown } = props.state;
  const error = upload.error ?? (upload.isPending ? null : preview.error);
  return (
    <>
      {note !== null && <Alert kind={note.kind}>{note.text}</Alert>}
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {error === null && props.error && <Alert kind="error">{props.error.message}</Alert>}
      {error === null && shown !== undefined && shown.refused > 0 && (
        <Alert kind="error">{props.describeRefusal(shown)}</Alert>
      )}
      {upload.data !== undefined && <Outcome result={upload.data} />}
      {/* There before its text is, which is announced then. */}
      <output className="visually-hidden">{announced(props)}</output>
    </>
  );
}

/** A file that cannot be understood, or has rows with errors, has an alert of its own. */
function announced<Preview extends Facts, Result>({ state, describe }: Props<Preview, Result>) {
  const { chosen, upload, preview } = state;
  const { data } = preview;
  return chosen.file === null || !upload.isIdle || !data || data.fault !== null || data.refused > 0
    ? ''
    : describe(data);
}

type ButtonProps = Pick<Props<unknown, unknown>, 'verb' | 'why' | 'beside'> & {
  state: Pick<State<unknown, unknown>, 'chosen' | 'upload' | 'progress' | 'cancel'>;
};

/** Above the messages of an import, so that a message never shifts a button mid-click. */
function ImportButtons({ verb, why, state, beside }: ButtonProps) {
  const { chosen, upload, progress, cancel } = state;
  const id = useId();
  return (
    <div className={styles.buttons}>
      <Button
        type="submit"
        variant={why === undefined ? 'filled' : 'outline'}
        aria-describedby={why === undefined ? undefined : id}
        isBusy={upload.isPending}
        isPaused={why !== undefined}
      >
        <UploadIcon />
        {verb}
      </Button>
      {why !== undefined && (
        <span id={id} className={shared.muted}>
          {why}
        </span>
      )}
      {beside}
      {progress !== null && (
        <ImportProgressBar
          progress={progress}
          size={chosen.file?.size ?? 0}
          isUpload={upload.isPending}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

type ImportProgressBarProps = {
  progress: ImportProgress;
  size: number;
  isUpload: boolean;
  onCancel: () => void;
};

/** Files above this size (bytes) take noticeable time. */
const large = 2_000_000;

/** How far the file has come. It fades in only when that takes a while. */
function ImportProgressBar({ progress, size, isUpload, onCancel }: ImportProgressBarProps) {
  const id = useId();
  const words = {
    reading: 'Reading',
    sending: 'Sending',
    checking: isUpload ? 'Importing' : 'Checking',
  }[progress.step];
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>
        {size < large ? words : `${words} ${formatBytes(size)}, which takes a while`} …
      </label>
      <progress id={id} max={1} {...(progress.sent !== undefined && { value: progress.sent })} />
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

type PreviewProps = {
  state: { progress: ImportProgress | null; upload: { error: Error | null } };
  preview: Facts;
  heading: ReactNode;
  counts: Counted;
  /** Corrections of how the file is read. */
  fields: ReactNode;
  /** How the file was understood, in sentences. */
  about: string;
  /** The first rows, and what else is worth a look. */
  children: ReactNode;
};

/** A preview of an import, with what the user can correct first. */
export function PreviewFrame(props: PreviewProps) {
  const { state, preview, heading, counts, fields, about, children } = props;
  const { fault, notices } = preview;
  // The refused import says it above.
  const isFaultSaid = state.upload.error?.message === fault;
  return (
    <section
      className={cx(shared.stack, styles.preview)}
      aria-label="Preview"
      aria-busy={state.progress !== null}
    >
      {heading}
      {fault === null ? (
        <Counts counts={counts} />
      ) : (
        !isFaultSaid && <Alert kind="error">{fault}</Alert>
      )}
      {fields}
      {/* Below the fields: its length changes, and a field must not move while it is used. */}
      {about !== '' && <p className={styles.about}>{about}</p>}
      {notices.map((notice) => (
        <Alert key={notice} kind="info">
          {notice}
        </Alert>
      ))}
      {children}
    </section>
  );
}

type Counted = readonly (readonly [label: string, count: number])[];

export function Counts({ counts }: { counts: Counted }) {
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

type Mapping<Field extends string> = { [F in Field]?: string | undefined };
type MappingProps<Field extends string> = {
  labels: Readonly<Record<Field, string>>;
  fields: readonly Field[];
  preview: { columns: readonly string[]; mapping: Mapping<NoInfer<Field>> };
  onCorrect: (mapping: Record<Field, string>) => void;
  children?: ReactNode;
};

/** The column of each field; a change is checked again. */
export function MappingFields<Field extends string>(props: MappingProps<Field>) {
  const { labels, fields, preview, onCorrect, children } = props;
  const { columns, mapping } = preview;
  const correct = (field: Field, header: string) => {
    const whole = Object.fromEntries(fields.map((each) => [each, mapping[each] ?? '']));
    onCorrect({ ...whole, [field]: header } as Record<Field, string>); // all fields
  };
  return (
    <fieldset className={styles.mapping}>
      <legend>Match columns</legend>
      {fields.map((field) => (
        <SelectField
          key={field}
          label={labels[field]}
          value={mapping[field] ?? ''}
          options={columnOptions(columns, mapping[field])}
          onChange={({ currentTarget }) => correct(field, currentTarget.value)}
        />
      ))}
      {children}
    </fieldset>
  );
}

/** The options of a field: none, each column, and the current one or combination. */
export function columnOptions(columns: readonly string[], current = '') {
  const headers = columns.filter((header) => header !== '');
  const unknown = current === '' || headers.includes(current) ? [] : [current];
  return [
    { value: '', label: 'Not in this file' },
    ...[...unknown, ...headers].map((header) => ({ value: header, label: header })),
  ];
}
