import type { SftpTest } from '@recoup/contract/hand-over/sftp-endpoints';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import shared from '../ui/layout/shared.module.css';
import { HostKey } from './host-key.tsx';
import type { ConnectionTest } from './use-connection-test.ts';

/** The result of a server test. The user confirms the host key here. */
export function TestDialog({ test }: { test: ConnectionTest }) {
  const { server, found, error, isPending, close } = test;
  const offered = found && isUnconfirmed(found) ? found.hostKey : null;
  return (
    <Dialog
      title={`Test of ${server?.name ?? 'a server'}`}
      isOpen={server !== undefined}
      onClose={close}
      actions={
        offered === null ? (
          <DoneButton onDone={close} />
        ) : (
          <DialogButtons
            action={{
              label: 'Confirm this key',
              isBusy: isPending,
              isDanger: found?.problem === 'host_key_changed',
              onClick: () => test.confirm(offered),
            }}
          />
        )
      }
    >
      <div className={shared.stack} aria-live="polite">
        {isPending && <p>Recoup connects, which may take some seconds…</p>}
        {!isPending && error !== null && <Alert kind="error">{error.message}</Alert>}
        {!isPending && found && <Found found={found} />}
      </div>
    </Dialog>
  );
}

function Found({ found }: { found: SftpTest }) {
  const { isWorking, message, files, fileCount, hostKey } = found;
  const isNew = found.problem === 'host_key_unconfirmed';
  return (
    <>
      {isNew ? (
        <p>
          The server shows this host key. Compare it with the one that its operator gave you, then
          confirm it: from then on, nothing is sent to a server with another key.
        </p>
      ) : (
        <Alert kind={isWorking ? 'success' : 'error'}>{message}</Alert>
      )}
      {hostKey !== null && (
        <p>
          Host key: <HostKey fingerprint={hostKey} />
        </p>
      )}
      {fileCount !== null && <p>{filesText(files, fileCount)}</p>}
    </>
  );
}

function filesText(files: readonly string[], count: number): string {
  if (count === 0) return 'The folder is empty.';
  const more = count > files.length ? ` and ${count - files.length} more` : '';
  return `In the folder: ${files.join(', ')}${more}.`;
}

function isUnconfirmed({ problem }: SftpTest): boolean {
  return problem === 'host_key_unconfirmed' || problem === 'host_key_changed';
}
