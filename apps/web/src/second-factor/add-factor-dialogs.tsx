import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import createCode from 'qrcode-generator';
import { ApiError } from '../platform/api/api-error.ts';
import { makePasskey, preloadPasskeys } from '../platform/browser/passkeys.ts';
import { ConfirmedActionDialog } from '../platform/reauthentication/confirmed-action-dialog.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Form } from '../ui/form/form.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { beginFactor, confirmFactor, type Confirmed } from './second-factor.queries.ts';
import styles from './second-factor.module.css';

type AddProps = {
  onAdded: (confirmed: Confirmed) => void | Promise<void>;
  onClose: () => void;
};
type Begun = Awaited<ReturnType<typeof beginFactor>>;

/** An app that shows a code each half minute: its name, then its secret and a first code. */
export function AddAppDialog(props: AddProps) {
  const [begun, setBegun] = useState<Begun>();
  return begun === undefined ? (
    <NameStep onBegun={setBegun} onClose={props.onClose} />
  ) : (
    <CodeStep begun={begun} {...props} />
  );
}

const title = 'Add an authenticator app';
const defaultName = 'Authenticator app';

const need =
  'You need an app for sign-in codes on your phone or computer, such as Google Authenticator, ' +
  'Microsoft Authenticator or a password manager.';

function NameStep({ onBegun, onClose }: { onBegun: (begun: Begun) => void; onClose: () => void }) {
  const [name, setName] = useState(defaultName);
  return (
    <ConfirmedActionDialog
      title={title}
      question={need}
      actionLabel="Next"
      isChanged={name !== defaultName}
      run={(password) => beginFactor({ kind: 'totp', name, password })}
      onDone={onBegun}
      onClose={onClose}
    >
      {(errors) => <FactorNameField name={name} error={errors.name} onType={setName} />}
    </ConfirmedActionDialog>
  );
}

function CodeStep({ begun, onAdded, onClose }: AddProps & { begun: Begun }) {
  const id = useId();
  const { code, setCode, confirming, wrong, submit } = useConfirming(begun, onAdded);
  const { error, isPending, isSuccess } = confirming;
  return (
    <Dialog
      title={title}
      isOpen
      isChanged={code !== '' && !isSuccess}
      loss="The app is not added yet."
      onClose={isPending ? undefined : onClose}
      actions={<DialogButtons action={{ label: 'Confirm', form: id, isBusy: isPending }} />}
    >
      <Secret begun={begun} />
      {error !== null && wrong === undefined && <Alert kind="error">{error.message}</Alert>}
      <Form isSaving={isPending} id={id} onSubmit={submit}>
        <TextField
          label="Code"
          description="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          className={styles.digits}
          isRequired
          data-autofocus
          value={code}
          error={wrong}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}

function useConfirming({ _id }: Begun, onAdded: AddProps['onAdded']) {
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const confirming = useOneMutation({
    mutationFn: () => confirmFactor(_id, { code }),
    onSuccess: onAdded,
    onError: () => form.current?.querySelector('input')?.select(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.current = event.currentTarget;
    confirming.mutate();
  };
  return { code, setCode, confirming, wrong: wrongIn(confirming.error), submit };
}

/** For the camera, and as text for an app on the same device. */
function Secret({ begun: { secret = '', url = '' } }: { begun: Begun }) {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <>
      <p>Scan this code with the app, or type the key into it.</p>
      <QrCode text={url} label="QR code with the key" />
      <p className={styles.secret}>
        Key: <code>{groups.join(' ')}</code>
      </p>
    </>
  );
}

function wrongIn(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.code ?? (error.code === 'wrong_code' ? error.message : undefined);
}

/** White squares around a code, by which a camera finds it. */
const margin = 4;

/** The address of a new secret, for the camera of an app. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = createCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * margin;
  const lines = Array.from({ length: count }, (_, index) => index);
  const squares = lines.flatMap((row) =>
    lines
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + margin} ${row + margin}h1v1h-1z`),
  );
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}

const passkeyName = 'Passkey';

const about =
  'Your browser asks for the fingerprint, face or PIN of this device, or for your phone or a ' +
  'security key.';

/** A passkey of this device, a phone or a security key; the browser asks for it. */
export function AddPasskeyDialog({ onAdded, onClose }: AddProps) {
  const [name, setName] = useState(passkeyName);
  // The network is outside React.
  useEffect(preloadPasskeys, []);
  return (
    <ConfirmedActionDialog
      title="Add a passkey"
      question={about}
      actionLabel="Create passkey"
      isChanged={name !== passkeyName}
      run={async (password) => {
        const { _id, options = {} } = await beginFactor({ kind: 'passkey', name, password });
        return confirmFactor(_id, { response: { ...(await makePasskey(options)) } });
      }}
      onDone={onAdded}
      onClose={onClose}
    >
      {(errors) => <FactorNameField name={name} error={errors.name} onType={setName} />}
    </ConfirmedActionDialog>
  );
}

type NameProps = { name: string; error: string | undefined; onType: (name: string) => void };

/** A label for the factor. */
function FactorNameField({ name, error, onType }: NameProps) {
  return (
    <TextField
      label="Name"
      description="By which you recognise it in your list, such as “Office laptop”."
      maxLength={50}
      autoComplete="off"
      data-autofocus
      value={name}
      error={error}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
