import { useSearchParams } from 'react-router';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import {
  type Firm,
  firmEndpoints,
  firmFields,
  logoDamagedMessage,
  maxLogoBytes,
} from '@recoup/contract/firms/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { paths } from '../platform/browser/paths.ts';
import { RecordLoaded } from '../platform/api/record-pending.tsx';
import { TextField } from '../ui/form/fields.tsx';
import styles from './firms.module.css';
import { changeFirm, firmQuery } from './firms.queries.ts';
import { keepTyped, type Line, type ThreeWay } from '../platform/edit-conflict/three-way.ts';
import { createAddition } from '../platform/api/add-once.ts';
import { fieldLines, RecordForm, useRecordForm } from '../platform/record-form/record-form.tsx';
import { useFinish } from '../platform/api/use-finish.ts';
import { send } from '../platform/api/api-client.ts';
import {
  defineForm,
  formErrors,
  formValuesFrom,
  ownField,
  textField,
} from '../ui/form/define-form.ts';
import { type DefinedForm, Fields } from '../ui/form/defined-fields.tsx';
import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';

const addTitle = 'Add Attorney Firm';
const editTitle = 'Edit Attorney Firm';
const domainPlaces = [0, 1, 2] as const;

const firmForm = defineForm({
  name: textField('Firm Name', { schema: firmFields.name, isRequired: true, autoComplete: 'off' }),
  domains: ownField<string[]>({
    read: (saved) => domainPlaces.map((place) => saved?.[place] ?? ''),
    schema: firmFields.domains,
  }),
  /** Empty if the user picked no new one; null removes it. */
  logo: ownField<string | null>({ read: () => '', schema: firmFields.logo }),
  savedLogo: ownField<string | null>({ read: (saved = null) => saved }),
});
type FirmForm = DefinedForm<(typeof firmForm)['fields']>;
type FirmValues = FirmForm['values'];

/** One screen for both addresses (specification, section 2.3): with a `firmId` it edits. */
export function FirmFormPage() {
  const [params] = useSearchParams();
  const id = params.get('firmId');
  if (id === null) return <FirmForm firm={undefined} />;
  return (
    <RecordLoaded what="firm" list={paths.firms} title={editTitle} query={firmQuery(id)}>
      {(firm) => <FirmForm key={firm._id} firm={firm} />}
    </RecordLoaded>
  );
}

function FirmForm({ firm }: { firm: Firm | undefined }) {
  const { record, logo } = useFirmForm(firm);
  const { form } = record;
  return (
    <RecordForm title={firm ? editTitle : addTitle} record={record} backTo={paths.firms}>
      <Fields form={form} />
      <LogoField
        current={form.values.savedLogo}
        value={form.values.logo}
        error={form.errors.logo}
        {...logo}
      />
      <Domains form={form} />
    </RecordForm>
  );
}

function Domains({ form }: { form: FirmForm }) {
  return (
    <div className={styles.group}>
      {domainPlaces.map((place) => (
        <TextField
          key={place}
          label={`Domain ${place + 1}`}
          isRequired={place === 0}
          {...(place === 0 && {
            description:
              'The part after @ in the firm’s email addresses, for example lawfirm.co.za.',
          })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          {...form.getInputProps(`domains.${place}`)}
        />
      ))}
    </div>
  );
}

/**
 * Adds a firm, or changes the version that the form was filled with. A file that is rejected or
 * still read is no value of the form, but stops Save.
 */
function useFirmForm(firm: Firm | undefined) {
  const [logoError, setLogoError] = useState<string | null>(null);
  const [addOnce] = useState(createAddition);
  const finish = useFinish(['firms']);
  const add = async ({ savedLogo: _, ...values }: FirmValues) =>
    addOnce({
      find: async (id) => (await send(firmEndpoints.getFirm, { params: { id } })).data,
      // The logo of an earlier try may have been taken back.
      change: async (added: Firm) => saveFirm(added, { ...values, logo: values.logo || null }),
      add: async (idempotencyKey) =>
        send(firmEndpoints.createFirm, { body: values }, { idempotencyKey }),
    });
  const record = useRecordForm(firmForm, {
    saved: firm,
    query: ({ _id }) => firmQuery(_id),
    valuesFrom: (saved) => ({
      ...formValuesFrom(firmForm, saved),
      savedLogo: saved?.logo ?? null,
    }),
    validate: (values) => ({
      ...formErrors(firmForm, values),
      ...(logoError !== null && { logo: logoError }),
    }),
    save: (values, read) => (read ? saveFirm(read, values) : add(values)),
    // A new firm needs its admin next.
    onSaved: ({ data: { _id: firmId } }) =>
      firm
        ? finish(texts.firmUpdated, paths.firms)
        : finish(texts.firmAdded, paths.addAttorneyAdmin({ firmId })),
    lines: firmLines,
    merge: mergeFirm,
  });
  const { form } = record;
  const logo = {
    isBlocked: logoError !== null,
    onChange: (picked: string | null) => {
      setLogoError(null);
      form.setFieldValue('logo', picked);
    },
    onRead: () => setLogoError('The file is still being read.'),
    onReject: (message: string) => {
      setLogoError(message);
      form.setFieldError('logo', message);
    },
  };
  return { record, logo };
}

function firmLines(values: FirmValues, { base, theirs }: ThreeWay<FirmValues>): Line[] {
  const logo = values.logo === '' ? values.savedLogo : values.logo;
  return [
    ...fieldLines(firmForm, values),
    ...domainPlaces.map((place): Line => [`Domain ${place + 1}`, values.domains[place] ?? '']),
    ['Logo', logoText(logo, { before: base.savedLogo, now: theirs.savedLogo })],
  ];
}

type SavedLogos = { before: string | null; now: string | null };

function logoText(logo: string | null, { before, now }: SavedLogos): string {
  if (logo === null) return 'none';
  if (logo === now) return 'the one saved';
  return logo === before ? 'the one before' : 'another one';
}

/** Each domain is merged by itself. */
function mergeFirm(sides: ThreeWay<FirmValues>): FirmValues {
  const domains = domainPlaces.map((place) => {
    const [base, yours, theirs] = [sides.base, sides.yours, sides.theirs].map(
      (values) => values.domains[place] ?? '',
    );
    return (yours === base ? theirs : yours) ?? '';
  });
  return { ...keepTyped(sides), domains };
}

/** A logo that was not picked again is left out of a change (specification, section 7). */
function saveFirm({ _id, version }: Firm, values: Omit<FirmValues, 'savedLogo'>) {
  const { name, domains, logo } = values;
  return changeFirm(_id, { name, domains, ...(logo !== '' && { logo }), version });
}

/** Picks a logo and shows it as it will be. */
function LogoField({ current, value, error, isBlocked, ...picking }: Props) {
  const { file, pick, forget } = usePick(picking);
  const shown = value === '' ? current : value;
  const remove = () => {
    forget();
    picking.onChange(value === '' ? null : '');
  };
  return (
    <div className={styles.group}>
      <FilePicker
        label="Logo"
        accept=".jpg,.jpeg"
        hint="JPEG"
        atMost="2 MB"
        file={file}
        error={error}
        onPick={(picked) => void pick(picked)}
        onReject={picking.onReject}
      />
      {isBlocked && error !== undefined && error !== null && (
        <ButtonLine label="Continue without it" onClick={() => void pick(null)} />
      )}
      {shown !== null && shown !== '' && (
        <div className={styles.preview}>
          <span className={styles.logo}>
            <img src={shown} alt={value === '' ? 'Current logo' : 'New logo'} />
          </span>
          <SmallButton onClick={remove}>{value === '' ? 'Remove logo' : 'Undo'}</SmallButton>
        </div>
      )}
      {value === null && (
        <ButtonLine
          text="The logo is removed when you save."
          label="Keep it"
          onClick={() => picking.onChange('')}
        />
      )}
    </div>
  );
}

type LineProps = { text?: string; label: string; onClick: () => void };

function ButtonLine({ text, label, onClick }: LineProps) {
  return (
    <div className={styles.preview}>
      {text !== undefined && <p>{text}</p>}
      <SmallButton onClick={onClick}>{label}</SmallButton>
    </div>
  );
}

function SmallButton(props: Pick<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  return <Button variant="outline" {...props} />;
}

/** Keeps the file that was picked last, unless it is rejected. */
function usePick({ onChange, onRead, onReject }: Picking) {
  const [file, setFile] = useState<File | null>(null);
  const latest = useRef<File>(null);
  const forget = () => {
    latest.current = null;
    setFile(null);
  };
  const pick = async (picked: File | null): Promise<void> => {
    forget();
    onChange('');
    if (picked === null) return;
    latest.current = picked;
    onRead();
    const read = await readLogo(picked);
    if (latest.current !== picked) return;
    if ('fault' in read) return onReject(read.fault);
    setFile(picked);
    onChange(read.dataUrl);
  };
  return { file, pick, forget };
}
type Picking = {
  onChange: (value: string | null) => void;
  /** A file is read until one of the others is called. */
  onRead: () => void;
  onReject: (message: string) => void;
};
type Props = Picking & {
  /** The logo that the firm has; a data URL. */
  current: string | null;
  /** '': as it is; null: none; else the data URL of the picked file. */
  value: string | null;
  error: ReactNode;
  /** A picked file is rejected or still read. */
  isBlocked: boolean;
};

/** Validates like the server, in the same order, except for the number of pixels. */
async function readLogo(file: File): Promise<{ dataUrl: string } | { fault: string }> {
  if (file.size > maxLogoBytes) return { fault: texts.logoTooLarge };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { fault: 'The file could not be read. Please pick it again.' };
  const dataUrl = toDataUrl(new Uint8Array(bytes));
  return (await isPicture(dataUrl)) && dataUrl.startsWith(`${prefix}${jpegStart}`)
    ? { dataUrl }
    : { fault: logoDamagedMessage };
}
const prefix = 'data:image/jpeg;base64,';

/** FF D8 FF, with which every JPEG begins. */
const jpegStart = '/9j/';

async function isPicture(dataUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = dataUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

function toDataUrl(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return `${prefix}${btoa(text)}`;
}
