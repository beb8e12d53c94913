import { useForm } from '@mantine/form';
import { formatRand, toCents } from '@recoup/contract/core/money';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { capAmount } from '@recoup/contract/matters/caps';
import {
  type ChangedMatter,
  type Matter,
  matterEndpoints,
} from '@recoup/contract/matters/endpoints';
import { notAPhone, phoneList } from '@recoup/contract/matters/phones';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextAreaField, TextField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import shared from '../ui/layout/shared.module.css';
import { hasUnclearComma, unclearComma, withDecimalPoint } from '../ui/lib/amounts.ts';
import { CapUse } from './caps/cap-use.tsx';

type Props = { matter: Matter; part: 'cap' | 'phones'; onClose: () => void };

/** Changes a matter of the list, which loads it when it is first needed. */
export function MatterDialog({ part, ...of }: Props) {
  return part === 'cap' ? <CapDialog {...of} /> : <PhonesDialog {...of} />;
}

/** The telephone numbers of a matter's people, by which attorneys dial and calls are recognised. */
function PhonesDialog({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  const form = useForm({
    initialValues: { phones: matter.phones.map(formatPhone).join('\n') },
    validate: { phones: phonesError },
  });
  const save = useSaveMatter(matter, {
    savedText: ({ number, phones }) =>
      phones.length === 0
        ? `${number} has no telephone numbers now.`
        : `Telephone numbers of ${number}: ${phones.map(formatPhone).join(', ')}.`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={`Telephone numbers of ${matter.number}`}
      form={form}
      saving={save}
      onSave={({ phones }) => save.run({ phones: phoneLines(phones) })}
      onClose={onClose}
    >
      <TextAreaField
        label="Telephone numbers"
        description="One a line, with the area code: of the client, witnesses and colleagues."
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('phones')}
      />
    </FormDialog>
  );
}

/** Sets, changes or removes the cap of a matter. */
function CapDialog({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  const form = useForm({
    initialValues: { cap: matter.cap?.toFixed(2) ?? '' },
    validate: { cap: capError },
  });
  const save = useSaveMatter(matter, { savedText: savedCapText, onSaved: onClose });
  return (
    <FormDialog
      title={`Cap of ${matter.number}`}
      form={form}
      saving={save}
      onSave={(values) => save.run({ cap: parseCap(values.cap) })}
      onClose={onClose}
    >
      <TextField
        label="Cap (R)"
        description="Recording warns at 80 % and 100 % of the cap, and is never blocked."
        inputMode="decimal"
        autoComplete="off"
        isRequired
        data-autofocus
        {...form.getInputProps('cap')}
      />
      <PresentCap {...matter} isBusy={save.isPending} onRemove={() => save.run({ cap: null })} />
    </FormDialog>
  );
}

function savedCapText({ number, cap }: Matter): string {
  return cap === null
    ? `Cap of ${number} removed.`
    : `Cap of ${number}: ${formatRand(toCents(cap))}.`;
}

type PresentProps = Pick<Matter, 'cap' | 'recorded'> & { isBusy: boolean; onRemove: () => void };

function PresentCap({ cap, recorded, isBusy, onRemove }: PresentProps) {
  if (cap === null || recorded === null) return null;
  return (
    <div className={shared.stack}>
      <p>
        Recorded: <CapUse cap={cap} recorded={recorded} />
      </p>
      <div>
        <Button variant="outline" isBusy={isBusy} onClick={onRemove}>
          Remove cap
        </Button>
      </div>
    </div>
  );
}

/** Saves what a firm admin may change of a matter; `savedText` says what was saved. */
function useSaveMatter(
  { _id: id }: Matter,
  { savedText, onSaved }: { savedText: (saved: Matter) => string; onSaved: () => void },
) {
  return useActionBy(
    (body: ChangedMatter) => send(matterEndpoints.updateMatter, { params: { id }, body }),
    {
      done: ({ data }) => savedText(data),
      // The matters that the user recorded on last are below the entries.
      changes: ['matters', 'entries'],
      onDone: onSaved,
    },
  );
}

/** As people type it, `R 1 234,50`; NaN for what is no number. */
export function parseCap(text: string): number {
  const plain = withDecimalPoint(text);
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

export function capError(text: string): string | null {
  if (text.trim() === '') return 'Enter the cap.';
  if (hasUnclearComma(text)) return unclearComma;
  return capAmount.safeParse(parseCap(text)).error?.issues[0]?.message ?? null;
}

/** The numbers of a text, one a line or with semicolons or commas between them. */
export function phoneLines(text: string): string[] {
  return text
    .split(/[\n;,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function phonesError(text: string): string | null {
  const lines = phoneLines(text);
  const [issue] = phoneList.safeParse(lines).error?.issues ?? [];
  if (issue === undefined) return null;
  const at = issue.path[0];
  return typeof at === 'number' ? `“${lines[at]}”: ${notAPhone}` : issue.message;
}
