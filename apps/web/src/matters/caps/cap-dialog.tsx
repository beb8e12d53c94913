import { useForm } from '@mantine/form';
import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import shared from '../../ui/layout/shared.module.css';
import { CapUse } from './cap-use.tsx';
import { capError, parseCap } from './cap-value.ts';
import { useSaveMatter } from '../use-save-matter.ts';

/** Sets, changes or removes the cap of a matter. */
export function CapDialog({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  const form = useForm({
    initialValues: { cap: matter.cap?.toFixed(2) ?? '' },
    validate: { cap: capError },
  });
  const save = useSaveMatter(matter, { savedText, onSaved: onClose });
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

function savedText({ number, cap }: Matter): string {
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
