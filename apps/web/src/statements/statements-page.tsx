import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { paths } from '../platform/browser/paths.ts';
import { useFilters } from '../platform/filters/filters.ts';
import { isBackwards } from '../platform/filters/period.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { DownloadIcon } from '../ui/controls/transfer-icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { SelectField } from '../ui/form/fields.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { countOf, formatBytes, formatCount } from '../ui/lib/format.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import { SearchBox } from '../ui/search/search-box.tsx';
import { StatementFilterFields } from './statement-filters.tsx';
import styles from './statements.module.css';
import {
  clientsQuery,
  downloadStatements,
  statementFilters,
  type StatementFilters,
  statementsQuery,
  type StatementView,
} from './statements.queries.ts';

const kinds = [
  { value: 'pdf', label: 'PDF' },
  { value: 'xlsx', label: 'XLSX' },
];

/** The statements of a client, or of all matters, in one ZIP. */
export function StatementsPage() {
  const filters = useFilters(statementFilters);
  const view = filters.values;
  const zip = useZip();
  const found = useQuery(statementsQuery(view));
  const matters = found.data?.matters ?? 0;
  return (
    <PageFrame
      title="Statements"
      intro="A statement for each matter with entries in a period, in one ZIP file."
      actions={
        <ButtonLink variant="outline" to={paths.taxationPacks()}>
          Taxation packs
        </ButtonLink>
      }
    >
      <Panel>
        <Outcome zip={zip} found={found} />
        <ZipFilters {...filters} />
        <output className={styles.total}>{countText(found.data, view)}</output>
        <div className={styles.row}>
          <Button
            isBusy={zip.isPending}
            disabled={matters === 0 || isBackwards(view)}
            onClick={() => zip.start(view)}
          >
            <DownloadIcon />
            Download ZIP
          </Button>
          {zip.isPending ? <Progress zip={zip} matters={matters} /> : <Saved zip={zip} />}
        </div>
      </Panel>
    </PageFrame>
  );
}

function ZipFilters(filters: StatementFilters) {
  const { values, change } = filters;
  const clients = useQuery(clientsQuery(values.client));
  return (
    <>
      <NotLoaded what="The clients" of={clients} />
      <SearchBox
        label="Whole name of a client, or empty"
        value={values.client}
        suggestions={clients.data ?? []}
        onSearch={(client) => change({ client }, { isTyped: true })}
      />
      <div className={styles.filters}>
        <StatementFilterFields {...filters} />
        <SelectField
          label="Files"
          options={kinds}
          value={values.kind}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
        />
      </div>
    </>
  );
}

type Zip = ReturnType<typeof useZip>;

function countText(
  found: { matters: number; lines: number } | undefined,
  { client }: StatementView,
): string {
  // Keeps the height of the line.
  if (!found) return '\u00A0';
  const { matters, lines } = found;
  if (matters === 0)
    return client === ''
      ? 'No matter has entries in this period.'
      : `No matter of a client named “${client}” has entries in this period.`;
  return `${countOf(matters, 'statement', 'statements')}, ${countOf(lines, 'line', 'lines')}`;
}

type Found = ComponentProps<typeof NotLoaded>['of'];

function Outcome({ zip, found }: { zip: Zip; found: Found }) {
  if (zip.isPending) return null;
  if (zip.error !== null) return <Alert kind="error">{zip.error.message}</Alert>;
  const isRefused = found.error instanceof ApiError && found.error.status === 400;
  if (isRefused) return <Alert kind="error">{found.error?.message}</Alert>;
  if (found.error !== null) return <NotLoaded what="The statements" of={found} />;
  return zip.isCancelled ? <Alert kind="info">Cancelled. Nothing was saved.</Alert> : null;
}

function Saved({ zip: { savedName, received } }: { zip: Zip }) {
  if (savedName === undefined) return null;
  const count = countOf(received.files, 'statement', 'statements');
  return <output className={styles.progress}>{`Saved ${savedName} with ${count}.`}</output>;
}

function Progress({ zip, matters }: { zip: Zip; matters: number }) {
  const { bytes, files } = zip.received;
  const shown = `${formatCount(Math.min(files, matters))} of ${formatCount(matters)}`;
  return (
    <>
      <progress max={matters} value={Math.min(files, matters)} aria-label="Statements received" />
      <output className={styles.progress}>
        {bytes === 0 ? 'Preparing…' : `${shown}, ${formatBytes(bytes)} received …`}
      </output>
      <Button variant="quiet" onClick={zip.cancel}>
        Cancel
      </Button>
    </>
  );
}

const nothing = { bytes: 0, files: 0 };

/** One ZIP at a time, with its progress; the server makes the files while it is sent. */
function useZip() {
  const [received, setReceived] = useState(nothing);
  const controller = useRef<AbortController | null>(null);
  useCancelOnLeaving(controller);
  const { mutate, isPending, error, data } = useOneMutation({
    mutationFn: (view: StatementView) => {
      controller.current = new AbortController();
      setReceived(nothing);
      const count = createFileCounter();
      let files = 0;
      return downloadStatements(view, {
        signal: controller.current.signal,
        onChunk: (chunk) => {
          files = count(chunk);
        },
        onProgress: (bytes) => setReceived({ bytes, files }),
      });
    },
    showsProgress: true,
    onSuccess: saveFile,
    onSettled: () => {
      controller.current = null;
    },
  });
  const isCancelled = error?.name === 'AbortError';
  return {
    received,
    isPending,
    savedName: data?.name,
    isCancelled,
    error: isCancelled ? null : error,
    start: mutate,
    cancel: () => controller.current?.abort(),
  };
}

/** An effect: the page is also left by Back. Another page would not show the progress. */
function useCancelOnLeaving(running: RefObject<AbortController | null>): void {
  useEffect(
    () => () => {
      if (running.current === null) return;
      running.current.abort();
      toast('The download of statements was cancelled. Nothing was saved.', 'bad');
    },
    [running],
  );
}

const header = 'PK\u0003\u0004';
/** The length of a header before its name; all names of the server's files begin alike. */
const nameAt = 30;
const nameBegins = 'statement-';
const overlap = nameAt + nameBegins.length - 1;

/** Counts the files of a ZIP of statements while it arrives: the ZIP says their number last. */
export function createFileCounter(): (chunk: Uint8Array) => number {
  const decoder = new TextDecoder('latin1');
  let before = '';
  let count = 0;
  return (chunk) => {
    const text = before + decoder.decode(chunk);
    for (let at = text.indexOf(header); at >= 0; at = text.indexOf(header, at + 1))
      if (text.startsWith(nameBegins, at + nameAt)) count += 1;
    before = text.slice(-overlap);
    return count;
  };
}
