import {
  type ComponentType,
  type FormEvent,
  type Ref,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CsvDelimiter, CsvProfile } from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import { Button } from '../ui/controls/button.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { LayoutField } from './layout-field.tsx';
import { RadioGroup, CheckboxField } from '../ui/form/choice-fields.tsx';
import { formatBytes } from '../ui/lib/format.ts';
import { DownloadIcon } from '../ui/controls/transfer-icons.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import styles from './exports.module.css';
import { exportIdFrom, exportSettingsQuery } from './exports.queries.ts';
import { fileChoices, postingChoice } from './file-choices.ts';
import { DownloadOutcome } from './download-outcome.tsx';
import { useDownload } from './use-download.ts';
import { type LayoutSettings, MissingSettings } from './closing/missing-settings.tsx';
import type { ClosingNotes } from './closing/closing-dialog.tsx';
import { useClosing } from './closing/use-closing.tsx';
import shared from '../ui/layout/shared.module.css';
import { Alert } from '../ui/feedback/alert.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { withSlownessNotice } from '../ui/feedback/slow-answer.ts';
import { Form } from '../ui/form/form.tsx';
import { send } from '../platform/api/api-client.ts';

const sets = { all: 'all', period: 'period' } as const;
const setOptions = [
  { value: sets.all, label: 'Everything' },
  { value: sets.period, label: 'Everything in a period' },
];

export type Saved = { name: string; exportId: string | undefined };

type Props = {
  /** Layouts of posting files; empty until they are loaded. */
  layouts: readonly { _id: string; name: string }[];
  onSaved: (file: Saved) => void;
  /** The form of settings that a layout lacks. */
  SettingsForm: ComponentType<LayoutSettings>;
  Notes: ClosingNotes;
};

/** Downloads a copy or a closing (specification, section 2.13; product-2, sections 2 and 3). */
export function ExportPanel({ layouts, onSaved, SettingsForm, Notes }: Props) {
  const [set, setSet] = useState<string>(sets.all);
  const { choice, ...file } = useFileChoice(layouts);
  const delimiter = useDelimiter();
  const download = useDownload(({ name, location }) => {
    if (choice.value === 'people') delimiter.confirm();
    onSaved({ name, exportId: exportIdFrom(location) });
  });
  const closing = useClosing(download, { choice, Notes });
  const closeButton = useRef<HTMLButtonElement>(null);
  const isBusy = download.isPending || delimiter.isSaving || closing.isChecking;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (choice.layout !== undefined) closing.ask();
    else if (!delimiter.isSaving)
      download.start({ choice, period: set === sets.all ? {} : typedPeriod(event.currentTarget) });
  };
  return (
    <Panel id="export" label="Export entries">
      <h2>Export entries</h2>
      <ClosingSteps {...{ download, closing, closeButton, SettingsForm }} layout={choice.layout} />
      <Form
        isSaving={false}
        className={shared.stack}
        hidden={closing.missing !== undefined}
        onSubmit={submit}
      >
        <RadioGroup label="Entries" options={setOptions} value={set} onChange={setSet} />
        {set === sets.period && <PeriodDays />}
        <FileFields {...file} choice={choice} layouts={layouts} />
        {choice.value === 'people' && <DelimiterChoice delimiter={delimiter} />}
        <ExportButtons
          download={download}
          closing={closing}
          closeButton={closeButton}
          isBusy={isBusy}
          isPosting={choice.layout !== undefined}
        />
      </Form>
    </Panel>
  );
}

type StepProps = Pick<ActionsProps, 'download' | 'closing'> &
  Pick<Props, 'SettingsForm'> & {
    layout: string | undefined;
    closeButton: RefObject<HTMLButtonElement | null>;
  };

/** The result of the download, the dialog of a closing, or the settings that it lacks. */
function ClosingSteps({ download, closing, layout, closeButton, SettingsForm }: StepProps) {
  const { missing } = closing;
  return (
    <>
      {closing.dialog ?? <DownloadOutcome download={download} />}
      {layout !== undefined && missing !== undefined && (
        <MissingSettings
          SettingsForm={SettingsForm}
          settings={{ layout, missing }}
          onLeave={closing.forgetMissing}
          closeButton={closeButton}
          onSaved={closing.ask}
        />
      )}
    </>
  );
}

/** Without layouts no posting file is offered. */
function useFileChoice(layouts: Props['layouts']) {
  const [kind, setKind] = useState<string>('csv');
  const [chosen, setLayout] = useState<string>();
  const layout = layouts.find(({ _id }) => _id === chosen) ?? layouts[0];
  const choices = layout === undefined ? fileChoices : [...fileChoices, postingChoice(layout._id)];
  const choice = choices.find(({ value }) => value === kind) ?? fileChoices[0];
  return { choice, choices, setKind, setLayout };
}

type FileProps = ReturnType<typeof useFileChoice> & Pick<Props, 'layouts'>;

function FileFields({ choice, choices, setKind, setLayout, layouts }: FileProps) {
  return (
    <>
      <RadioGroup label="File" options={choices} value={choice.value} onChange={setKind} />
      {choice.layout !== undefined && (
        <LayoutField layouts={layouts} value={choice.layout} onChange={setLayout} />
      )}
    </>
  );
}

function PeriodDays() {
  return (
    <div className={styles.days}>
      <DayField label="From" name="from" description="Leave empty to start at the first entry" />
      <DayField label="To" name="to" description="Leave empty for everything to date" />
    </div>
  );
}

type ActionsProps = {
  download: ReturnType<typeof useDownload>;
  closing: ReturnType<typeof useClosing>;
  closeButton: Ref<HTMLButtonElement>;
  isBusy: boolean;
  isPosting: boolean;
};

function ExportButtons({ download, closing, closeButton, isBusy, isPosting }: ActionsProps) {
  const isInDialog = closing.dialog !== null;
  return (
    <div>
      <div className={styles.row}>
        {!isPosting && (
          <Button type="submit" variant="outline" isBusy={isBusy && !isInDialog}>
            <DownloadIcon />
            Download Disbursements
          </Button>
        )}
        <Button ref={closeButton} variant="outline" isBusy={isBusy} onClick={closing.ask}>
          Close and export
        </Button>
        {download.isPending && !isInDialog && (
          <Progress bytes={download.bytes} onCancel={download.cancel} />
        )}
      </div>
      <p className={styles.about}>
        {isPosting
          ? 'A posting file is made of a closed export only, so that no line is posted twice. ' +
            'Its layout is checked before anything is locked.'
          : 'A download is a copy of the period and locks nothing.'}{' '}
        Close and export takes the entries not exported before and locks them.
      </p>
    </div>
  );
}

function Progress({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  return (
    <>
      <output className={styles.progress}>
        {bytes === 0 ? 'Preparing…' : `${formatBytes(bytes)} received …`}
      </output>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}

function typedPeriod(form: HTMLFormElement): { from?: string; to?: string } {
  const pairs = [...new FormData(form)].filter(
    ([name, value]) => (name === 'from' || name === 'to') && value !== '',
  );
  return Object.fromEntries(pairs);
}

type Choice = { csvDelimiter: CsvDelimiter; mailProfile?: CsvProfile };
type Delimiter = ReturnType<typeof useDelimiter>;

/** The firm's CSV format; shows the last choice while it is saved. */
function useDelimiter() {
  const client = useQueryClient();
  const loading = useQuery(exportSettingsQuery);
  const { data } = loading;
  // Not one at a time: a later choice replaces an earlier one.
  const saving = useMutation({
    mutationFn: async (body: Choice) =>
      withSlownessNotice('Separator', () => send(exportEndpoints.saveExportSettings, { body })),
    onSuccess: (saved) => client.setQueryData(exportSettingsQuery.queryKey, saved),
  });
  const shown = !data || !saving.isPending ? data : { ...data, ...saving.variables };
  return {
    settings: shown,
    isSaving: saving.isPending,
    loading,
    error: saving.error,
    choose: saving.mutate,
    /** The first download confirms the shown choice, without waiting for it. */
    confirm: () => {
      if (data?.isChosen === false && !saving.isPending)
        saving.mutate({ csvDelimiter: data.csvDelimiter });
    },
  };
}

function DelimiterChoice({ delimiter }: { delimiter: Delimiter }) {
  const { settings, loading, error, choose } = delimiter;
  return (
    <div>
      <NotLoaded what="The separator" of={loading} />
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {settings !== undefined && (
        <div className={shared.stack}>
          <div>
            <RadioGroup
              label="Separator"
              options={options}
              value={settings.csvDelimiter}
              onChange={(mark) => choose({ csvDelimiter: mark === ',' ? ',' : ';' })}
            />
            <p className={styles.about}>
              {settings.isChosen ? 'Saved for the whole firm.' : notChosen}
            </p>
          </div>
          <CheckboxField
            label="Email CSV files in this form too"
            checked={settings.mailProfile === 'people'}
            onChange={({ currentTarget }) =>
              choose({
                csvDelimiter: settings.csvDelimiter,
                mailProfile: currentTarget.checked ? 'people' : 'systems',
              })
            }
          />
        </div>
      )}
    </div>
  );
}

const notChosen =
  'Spreadsheets in South Africa expect semicolons. ' +
  'Your first download keeps this choice for the whole firm.';

const options = [
  { value: ';', label: 'Semicolon, with a decimal comma' },
  { value: ',', label: 'Comma' },
] as const;
