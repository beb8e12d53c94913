import type { CallField, CallMapping } from '@recoup/contract/call-records/mapping';
import {
  ownCallEndpoints,
  type OwnCallFile,
  type OwnCallImport,
  type OwnCallPreview,
  type OwnCallRun,
} from '@recoup/contract/call-records/own-call-endpoints';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { takeSharedFile } from '../../entries/capture/shared-text.ts';
import { send } from '../../platform/api/api-client.ts';
import { replyData } from '../../platform/api/api-transfer.ts';
import { read } from '../../platform/api/read.ts';
import { rejectionFrom } from '../../platform/api/rejection.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { paths } from '../../platform/browser/paths.ts';
import { decode, readFile } from '../../platform/browser/text-file.ts';
import {
  Counts,
  ImportForm,
  MappingFields,
  PreviewFrame,
} from '../../platform/imports/import-form.tsx';
import { ImportHistory, historyOptions } from '../../platform/imports/import-history.tsx';
import importStyles from '../../platform/imports/imports.module.css';
import { type ImportJob, sendBody } from '../../platform/imports/send-file.ts';
import { useImport } from '../../platform/imports/use-import.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { errorCountText, RejectedRowTable } from '../../ui/feedback/rejected-row-table.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { countOf, formatCount } from '../../ui/lib/format.ts';
import type { Column } from '../../ui/list/column.ts';
import { callSubjects } from '../call-set-up.queries.ts';
import { callFieldLabels } from '../import/call-import-texts.ts';
import { DateOrderField } from '../import/date-order-field.tsx';

const intro =
  'Calls that never passed your firm’s telephone system. On an Android, back up the call log ' +
  'with the app SMS Backup & Restore, and share the file with Recoup or choose it here. Of an ' +
  'iPhone, choose the itemised bill of your operator as CSV. Only calls with a number of a ' +
  'matter are taken; of all others Recoup stores nothing.';

const picker = {
  label: 'Call log or bill',
  accept: '.xml,.csv',
  hint: 'XML or CSV',
  atMost: '20 MB',
} as const;

/** The attorney's calls by cell phone: choose, preview, take, undo (product-3, section 6). */
export function PhoneCallsPage() {
  const state = usePhoneImport();
  const { upload, shown } = state;
  const rejection = rejectionFrom(upload.error, shown);
  return (
    <PageFrame title="Add calls of your phone" width="form" intro={intro}>
      {state.shared !== undefined && <SharedFile {...state.shared} />}
      <Panel label="Calls of your phone">
        <ImportForm
          state={state}
          picker={picker}
          verb="Add calls"
          why={upload.isSuccess ? 'These calls are added.' : undefined}
          describe={(preview) => `Preview: ${takenText(preview)}`}
          describeRefusal={describePhoneRefusal}
          Outcome={Taken}
        >
          {rejection.rows.length > 0 && <RejectedRowTable {...rejection} />}
          {shown !== undefined && <PhonePreviewPanel state={state} preview={shown} />}
        </ImportForm>
      </Panel>
      <PhoneHistory onUndone={state.lookAgain} />
    </PageFrame>
  );
}

function PhoneHistory({ onUndone }: { onUndone: () => void }) {
  return (
    <ImportHistory
      changes={callSubjects}
      query={(query) => read(ownCallEndpoints.listOwnCallImports, { query }, historyOptions)}
      none="Files that you added are listed here, without their names."
      title={({ file }) => phoneFileNames[file]}
      counts={runCounts}
      question={undoPhoneQuestion}
      undo={(id) => send(ownCallEndpoints.undoOwnCallImport, { params: { id } })}
      onUndone={onUndone}
    />
  );
}

const runCounts: readonly Column<OwnCallRun>[] = [
  { key: 'taken', title: 'New', align: 'end', cell: ({ taken }) => formatCount(taken) },
  { key: 'repeated', title: 'Known', align: 'end', cell: ({ repeated }) => formatCount(repeated) },
  { key: 'others', title: 'Other', align: 'end', cell: ({ others }) => formatCount(others) },
];

type PhoneImport = ReturnType<typeof usePhoneImport>;

function usePhoneImport() {
  const state = useImport<PhoneFileChoice, PhonePreview, OwnCallImport>({
    start: { mapping: undefined },
    atMost: ': hand in a shorter period.',
    preview: previewPhoneFile,
    upload: takePhoneFile,
    complete: (choice) => choice,
    corrected: (preview, { mapping = preview.mapping }) => ({ ...preview, mapping }),
    onUploaded: (result) => toast(`Calls added: ${takenText(result)}`),
    changes: callSubjects,
    isOnce: true,
  });
  return { ...state, shared: useSharedFile(state.pick) };
}

type SharedChoice = { name: string; onUse: () => void; onDelete: () => void };

/** The file that the share menu of the phone handed over, once, until the user says what of it. */
function useSharedFile(pick: (file: File) => void): SharedChoice | undefined {
  const [file, setFile] = useState<File>();
  const [params, setParams] = useSearchParams();
  const isShared = params.get('new') === 'shared';
  const isTaken = useRef(false);
  // The file lies where the service worker put it.
  useEffect(() => {
    if (!isShared || isTaken.current) return;
    isTaken.current = true;
    setParams({}, { replace: true });
    void offerShared(setFile);
  }, [isShared, setParams]);
  if (file === undefined) return undefined;
  const onDelete = () => setFile(undefined);
  const onUse = () => {
    onDelete();
    pick(file);
  };
  return { name: file.name, onUse, onDelete };
}

async function offerShared(offer: (file: File) => void): Promise<void> {
  const file = await takeSharedFile();
  if (file === undefined) toast('The shared file is gone. Please share it again.', 'bad');
  else offer(file);
}

/** Nothing is read before: another user, or a page of another site, may have shared the file. */
function SharedFile({ name, onUse, onDelete }: SharedChoice) {
  return (
    <Panel label="Shared file">
      <p>Use the shared file “{name.slice(0, 60)}”? Delete it if you did not share it.</p>
      <div className={importStyles.buttons}>
        <Button onClick={onUse}>Use file</Button>
        <Button variant="outline" onClick={onDelete}>
          Delete file
        </Button>
      </div>
    </Panel>
  );
}

type PhoneFileChoice = { mapping: CallMapping | undefined };
type PhonePreview = OwnCallPreview & { isRemembered: boolean; notices: string[] };

/** Previews a file of a phone. Throws `ApiError`, or `AbortError` when cancelled. */
async function previewPhoneFile(job: ImportJob<PhoneFileChoice>): Promise<PhonePreview> {
  const reply = await sendCalls(job, { dryRun: true });
  const data = replyData(reply) as OwnCallPreview; // by the same schema
  return { ...data, isRemembered: false, notices: [] };
}

/** Takes the calls of a file. Throws `ApiError`, or `AbortError` when cancelled. */
async function takePhoneFile(job: ImportJob<PhoneFileChoice>): Promise<OwnCallImport> {
  return replyData(await sendCalls(job, {})) as OwnCallImport; // as above
}

async function sendCalls(job: ImportJob<PhoneFileChoice>, more: object): Promise<string> {
  const { file, mapping, signal } = job;
  const { bytes, encoding } = await readFile(file);
  signal.throwIfAborted();
  const fields = { ...more, encoding, ...(mapping !== undefined && { mapping }) };
  const fileStream = decode(bytes, encoding, { keepsMark: true });
  const body = JSON.stringify({ fileStream, ...fields });
  return sendBody(ownCallEndpoints.createOwnCallImport, { body, type: 'application/json' }, job);
}

const fields = [
  'start',
  'date',
  'time',
  'seconds',
  'other',
  'from',
  'to',
  'own',
  'direction',
  'status',
] as const satisfies readonly CallField[];

function PhonePreviewPanel({ state, preview }: { state: PhoneImport; preview: PhonePreview }) {
  const { fault, file, refused } = preview;
  return (
    <PreviewFrame
      state={state}
      preview={preview}
      heading={<h2>Preview</h2>}
      counts={[...phoneCounts(preview), ...(refused > 0 ? [['Errors', refused] as const] : [])]}
      fields={file === 'bill' && <Columns state={state} preview={preview} />}
      about={fault === null && refused === 0 ? describePhoneCalls(preview) : ''}
    >
      {null}
    </PreviewFrame>
  );
}

function Columns({ state, preview }: { state: PhoneImport; preview: PhonePreview }) {
  return (
    <MappingFields
      labels={callFieldLabels}
      fields={fields}
      preview={preview}
      onCorrect={(columns) => state.correct({ mapping: { ...preview.mapping, ...columns } })}
    >
      {preview.isOrderOpen && (
        <DateOrderField preview={preview} onCorrect={(mapping) => state.correct({ mapping })} />
      )}
    </MappingFields>
  );
}

/** The notice announces it. */
function Taken({ result }: { result: OwnCallImport }) {
  const [isUndone, setUndone] = useState(false);
  const undo = useAction(ownCallEndpoints.undoOwnCallImport, {
    done: 'The calls of this file are removed again.',
    changes: callSubjects,
    onDone: () => setUndone(true),
  });
  if (isUndone) return <p>The calls of this file were removed again.</p>;
  return (
    <section className={shared.stack} aria-label="Added">
      <Counts counts={phoneCounts(result)} />
      <p className={importStyles.about}>{describePhoneCalls(result)}</p>
      {undo.error !== null && <Alert kind="error">{undo.error.message}</Alert>}
      <div className={importStyles.buttons}>
        <ButtonLink to={paths.ownCalls}>Show calls</ButtonLink>
        <Button
          variant="outline"
          isBusy={undo.isPending}
          onClick={() => undo.run({ params: { id: result._id ?? '' } })}
        >
          Undo
        </Button>
      </div>
    </section>
  );
}

type PhoneCounts = Omit<OwnCallImport, '_id'>;

/** Calls of a file by their outcome. */
export function phoneCounts({ taken, repeated, others, doubtful }: PhoneCounts) {
  const rest = [
    ['Already known', repeated],
    ['To compare', doubtful],
    ['Other calls', others],
  ] as const;
  return [['New calls', taken] as const, ...rest.filter(([, count]) => count > 0)];
}

/** `2 new calls, 1 already known.` */
export function takenText({ taken, repeated }: PhoneCounts): string {
  const known = repeated > 0 ? `, ${formatCount(repeated)} already known` : '';
  return `${countOf(taken, 'new call', 'new calls')}${known}.`;
}

/** Names of files are not stored. */
const phoneFileNames: Readonly<Record<OwnCallFile, string>> = {
  log: 'Call log',
  bill: 'Bill of the operator',
};

export function undoPhoneQuestion({ taken }: Pick<OwnCallRun, 'taken'>): string {
  const calls =
    taken === 1
      ? 'The call that the file added is'
      : `The ${formatCount(taken)} calls that the file added are`;
  return `${calls} removed, unless your telephone system or another file has them too.`;
}

/** Sentences about calls that are private, or that may be known. */
export function describePhoneCalls({ others, doubtful }: PhoneCounts): string {
  const sentences = [
    others === 0
      ? 'Every call of this file has a number of a matter.'
      : `${countOf(others, 'other call has', 'other calls have')} no number of a matter, or a ` +
        'private one. Recoup counts such calls and stores nothing of them.',
  ];
  if (doubtful > 0)
    sentences.push(
      `${countOf(doubtful, 'new call', 'new calls')} may be one that is there already, or that ` +
        'you recorded by hand: compare before you record.',
    );
  return sentences.join(' ');
}

/** Why a file would be refused, and the way out. */
export function describePhoneRefusal({ refused }: { refused: number }): string {
  return (
    `${errorCountText(refused)}, so nothing can be taken yet. ` +
    'Correct them, and choose the file again.'
  );
}
