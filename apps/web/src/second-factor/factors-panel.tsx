import { useClipboard } from '@mantine/hooks';
import type { EndpointReply } from '@recoup/contract/core/endpoint';
import {
  type SecondFactor,
  secondFactorEndpoints,
  secondFactorRules,
} from '@recoup/contract/second-factor/endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../platform/api/api-client.ts';
import { invalidate } from '../platform/api/read.ts';
import { today } from '../platform/browser/local-day.ts';
import { hasPasskeys } from '../platform/browser/passkeys.ts';
import { ConfirmedActionDialog } from '../platform/reauthentication/confirmed-action-dialog.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { countOf, formatDate } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import { AddAppDialog, AddPasskeyDialog } from './add-factor-dialogs.tsx';
import styles from './second-factor.module.css';
import { type Confirmed, factorsQuery } from './second-factor.queries.ts';

type Open = 'app' | 'passkey' | 'codes';

type Props = {
  user: CurrentUser;
  /** A user who owed a second factor has one, and keeps the recovery codes. */
  onPaid: () => void;
};

/** The own second factors: add, remove, and recovery codes. */
export function FactorsPanel({ user, onPaid }: Props) {
  const factors = useQuery(factorsQuery);
  return (
    <Panel label="Second factor" isBusy={factors.isPending}>
      <div>
        <h2>Second factor</h2>
        <p className={shared.muted}>
          Asked at sign-in after your password: a code of an app, or a passkey. A stranger who
          learns your password cannot sign in with it alone.
        </p>
      </div>
      <Loaded query={factors} what="Your second factors">
        {(known) => <Factors known={known} user={user} onPaid={onPaid} />}
      </Loaded>
    </Panel>
  );
}

type Known = EndpointReply<typeof secondFactorEndpoints.listFactors>;

function Factors({ known, user, onPaid }: Props & { known: Known }) {
  const { open, setOpen, cancel, codes, ...then } = useAdding({ known, user, onPaid });
  return (
    <>
      <FactorList factors={known.data} onRemoved={then.refreshBoth} />
      <AddButtons known={known} onOpen={setOpen} />
      {known.count > 0 && (
        <RecoveryCodes left={known.recoveryCodesLeft} onRenew={() => setOpen('codes')} />
      )}
      {open === 'app' && <AddAppDialog onAdded={then.added} onClose={cancel} />}
      {open === 'passkey' && <AddPasskeyDialog onAdded={then.added} onClose={cancel} />}
      {open === 'codes' && <RenewCodesDialog onRenewed={then.show} onClose={cancel} />}
      {codes && (
        <RecoveryCodesDialog codes={codes} email={user.email} onClose={() => void then.finish()} />
      )}
    </>
  );
}

/** State of the open dialog, then the recovery codes, then a refresh of the current user. */
function useAdding({ known, user, onPaid }: Props & { known: Known }) {
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>();
  const client = useQueryClient();
  const close = () => setOpen(undefined);
  const refresh = () => invalidate(client, ['second-factors']);
  // The frame of the page follows the user, so that the codes must not be open any more.
  const finish = async () => {
    setCodes(undefined);
    await invalidate(client, ['account']);
    if (user.secondFactor?.isOwed === true) onPaid();
  };
  const show = async (made: readonly string[] | undefined) => {
    setCodes(made);
    close();
    await refresh();
    if (!made) await finish();
  };
  const added = async ({ _id, recoveryCodes, isRepeat }: Confirmed) => {
    toast('Second factor added.');
    if (!isRepeat || known.data.some((other) => other._id !== _id)) return show(recoveryCodes);
    // The reply with the recovery codes of the first factor was lost.
    setOpen('codes');
    await refresh();
  };
  const refreshBoth = () => invalidate(client, ['second-factors', 'account']);
  // A request whose reply was lost may have changed both.
  const cancel = () => {
    close();
    void refreshBoth();
  };
  return { open, setOpen, cancel, codes, refreshBoth, show, added, finish };
}

type AddProps = { known: Known; onOpen: (what: Open) => void };

function AddButtons({ known, onOpen }: AddProps) {
  const isFull = known.count >= secondFactorRules.most;
  const canPasskey = known.arePasskeysPossible && hasPasskeys();
  return (
    <div className={shared.stack}>
      <div className={shared.buttons}>
        <Button
          variant={known.count === 0 ? 'filled' : 'outline'}
          disabled={isFull}
          onClick={() => onOpen('app')}
        >
          Add an app
        </Button>
        <Button
          variant="outline"
          disabled={isFull || !canPasskey}
          onClick={() => onOpen('passkey')}
        >
          Add a passkey
        </Button>
      </div>
      {isFull && (
        <p className={shared.muted}>
          You have {secondFactorRules.most}, the most there can be. Remove one first.
        </p>
      )}
      {!canPasskey && <p className={shared.muted}>{passkeyReason(known)}</p>}
    </div>
  );
}

function passkeyReason({ arePasskeysPossible }: Known): string {
  return arePasskeysPossible
    ? 'This browser has no passkeys.'
    : 'Passkeys need an address that begins with https, so none can be added here.';
}

function RecoveryCodes({ left, onRenew }: { left: number; onRenew: () => void }) {
  const isFew = left <= secondFactorRules.fewRecoveryCodes;
  const text = recoveryLeftText(left);
  return (
    <>
      <h3>Recovery codes</h3>
      {isFew ? <Alert kind="info">{text}</Alert> : <p>{text}</p>}
      <div className={shared.buttons}>
        <Button variant="outline" onClick={onRenew}>
          New recovery codes
        </Button>
      </div>
    </>
  );
}

type RenewCodesDialogProps = {
  onRenewed: (codes: readonly string[]) => void | Promise<void>;
  onClose: () => void;
};

/** Asks first, because the earlier codes end. */
function RenewCodesDialog({ onRenewed, onClose }: RenewCodesDialogProps) {
  return (
    <ConfirmedActionDialog
      title="Make ten new codes?"
      question="The codes that you have no longer work. Ten new ones are shown, once."
      actionLabel="Make new codes"
      isDanger
      run={(password) => send(secondFactorEndpoints.renewRecoveryCodes, { body: { password } })}
      onDone={({ data }) => onRenewed(data.recoveryCodes)}
      onClose={onClose}
    />
  );
}

type FactorListProps = { factors: readonly SecondFactor[]; onRemoved: () => Promise<unknown> };

/** Each factor with its last use, and a button that removes it. */
function FactorList({ factors, onRemoved }: FactorListProps) {
  const [removing, setRemoving] = useState<SecondFactor>();
  if (factors.length === 0) return <p>You have no second factor yet.</p>;
  return (
    <>
      <ItemList
        label="Second factors"
        items={factors.map((factor) => ({
          key: factor._id,
          title: factor.name,
          about: aboutText(factor),
          action: (
            <Button
              variant="outline"
              size="small"
              aria-label={`Remove ${factor.name}`}
              onClick={() => setRemoving(factor)}
            >
              Remove
            </Button>
          ),
        }))}
      />
      {removing && (
        <RemoveDialog
          factor={removing}
          isLast={factors.length === 1}
          onRemoved={onRemoved}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

type RemoveProps = Pick<FactorListProps, 'onRemoved'> & {
  factor: SecondFactor;
  isLast: boolean;
  onClose: () => void;
};

function RemoveDialog({ factor, isLast, onRemoved, onClose }: RemoveProps) {
  return (
    <ConfirmedActionDialog
      title={`Remove ${factor.name}?`}
      question={questionText(factor, isLast)}
      actionLabel="Remove"
      isDanger
      run={(password) =>
        send(secondFactorEndpoints.deleteFactor, { params: { id: factor._id }, body: { password } })
      }
      onDone={async () => {
        onClose();
        toast(`${factor.name} removed.`);
        await onRemoved();
      }}
      onClose={onClose}
    />
  );
}

function aboutText({ kind, createdAt, lastUsedAt }: SecondFactor): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(lastUsedAt)}`;
  return `${kindNames[kind]}, added ${formatMoment(createdAt)}, ${used}`;
}

function questionText({ name }: SecondFactor, isLast: boolean): string {
  const loss = `${name} no longer works at sign-in.`;
  if (!isLast) return loss;
  return (
    `${loss} It is your only second factor: your password alone signs you in then, and your ` +
    'recovery codes end.'
  );
}

type RecoveryCodesDialogProps = { codes: readonly string[]; email: string; onClose: () => void };

/**
 * Shows the recovery codes once; the server keeps only their hashes. The focus starts at Copy,
 * because the Enter of the step before is often pressed twice. Until they were copied, saved or
 * printed Done asks too.
 */
function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const head = recoveryHead(email, formatDate(today()));
  const { isStored, ...keep } = useKeeping(recoveryText(head, codes));
  const [isDone, setDone] = useState(false);
  const done = () => {
    setDone(true);
    onClose();
  };
  return (
    <Dialog
      title="Recovery codes"
      isOpen
      staysOpen
      isChanged={!isDone}
      isSaved
      loss="The recovery codes are not shown again. Copy, download or print them first."
      onClose={onClose}
      actions={<DoneButton onDone={isStored ? done : undefined} />}
    >
      <p>
        If you lose your phone or your passkey, sign in with one of these codes instead. Each works
        once. Keep them where others cannot read them, and not on the same phone.
      </p>
      <Sheet head={head} codes={codes} />
      <div className={shared.buttons}>
        <Button variant="outline" data-autofocus onClick={keep.copy}>
          {keep.isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="outline" onClick={keep.download}>
          Download
        </Button>
        <Button variant="outline" onClick={keep.print}>
          Print
        </Button>
      </div>
    </Dialog>
  );
}

/** Also what is printed. */
function Sheet({ head, codes }: { head: string; codes: readonly string[] }) {
  return (
    <section className={styles.sheet} aria-label="Your recovery codes">
      <p className={styles.printed}>{head}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useKeeping(text: string) {
  const clipboard = useClipboard({ timeout: 4_000 });
  const [isStored, setStored] = useState(false);
  if (clipboard.copied && !isStored) setStored(true);
  return {
    isStored,
    isCopied: clipboard.copied,
    copy: () => clipboard.copy(text),
    download: () => {
      const type = 'text/plain;charset=utf-8';
      saveFile({ name: 'recoup-recovery-codes.txt', type, content: text });
      setStored(true);
    },
    print: () => {
      window.print();
      setStored(true);
    },
  };
}

const kindNames = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
} as const satisfies Record<SecondFactor['kind'], string>;

/** How many recovery codes are left, and what to do when they are few. */
function recoveryLeftText(left: number): string {
  const count = countOf(left, 'recovery code', 'recovery codes');
  if (left > secondFactorRules.fewRecoveryCodes) return `${count} left.`;
  const none = 'No recovery code is left.';
  return `${left === 0 ? none : `Only ${count} left.`} Make new ones now.`;
}

function recoveryHead(email: string, day: string): string {
  return `Recoup recovery codes of ${email}, made on ${day}. Each works once.`;
}

/** The codes as a text file, with line ends that each system reads. */
function recoveryText(head: string, codes: readonly string[]): string {
  return [head, '', ...codes, ''].join('\r\n');
}
