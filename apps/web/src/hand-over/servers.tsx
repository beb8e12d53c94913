import { Fragment, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  maxSftpServers,
  sftpEndpoints,
  type SftpServer,
  type SftpTest,
} from '@recoup/contract/hand-over/sftp-endpoints';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { EditItemButton, ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';
import { aboutServer } from './hand-over-texts.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { invalidate } from '../platform/api/read.ts';
import { send } from '../platform/api/api-client.ts';
import { DeleteItemButton } from '../platform/api/delete-item-button.tsx';
import { useAction } from '../platform/api/use-action.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

const loadDialog = async () => ({ default: (await import('./server-dialog.tsx')).ServerDialog });
const ServerDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** SFTP servers, with buttons to add, change, test and delete them. */
export function Servers({ servers }: { servers: readonly SftpServer[] }) {
  const client = useQueryClient();
  const test = useConnectionTest();
  const [editing, setEditing] = useState<SftpServer | 'new'>();
  useLoadBeforeUse(loadDialog);
  const close = () => {
    setEditing(undefined);
    void invalidate(client, ['hand-overs']);
  };
  return (
    <>
      <h3>SFTP servers</h3>
      <List servers={servers} onEdit={setEditing} onTest={(server) => test.start(server)} />
      {may('hand-overs:write') && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            disabled={servers.length >= maxSftpServers}
            onClick={() => setEditing('new')}
          >
            Add an SFTP server
          </Button>
        </div>
      )}
      {editing !== undefined && (
        <Suspense>
          <ServerDialog
            {...(editing !== 'new' && { server: editing })}
            onSaved={(saved) => {
              close();
              test.start(saved);
            }}
            onClose={close}
          />
        </Suspense>
      )}
      <TestDialog test={test} />
    </>
  );
}

type ListProps = {
  servers: readonly SftpServer[];
  onEdit: (server: SftpServer) => void;
  onTest: (server: SftpServer) => void;
};

function List({ servers, onEdit, onTest }: ListProps) {
  if (servers.length === 0) return <p>There is no SFTP server yet.</p>;
  const items = servers.map((server) => ({
    key: server._id,
    title: server.name,
    tag: server.hostKey === null && <Tag>Not confirmed</Tag>,
    about: aboutServer(server),
    action: may('hand-overs:write') && (
      <ServerActions server={server} onEdit={() => onEdit(server)} onTest={() => onTest(server)} />
    ),
  }));
  return <ItemList label="SFTP servers" items={items} />;
}

type ActionProps = { server: SftpServer; onEdit: () => void; onTest: () => void };

function ServerActions({ server, onEdit, onTest }: ActionProps) {
  return (
    <div className={shared.buttons}>
      <Button variant="outline" size="small" aria-label={`Test ${server.name}`} onClick={onTest}>
        Test connection
      </Button>
      <EditItemButton name={server.name} onClick={onEdit} />
      <DeleteItemButton
        name={server.name}
        question="Its password or key is deleted too. Files that are on the server stay there."
        changes={['hand-overs']}
        remove={async () => send(sftpEndpoints.deleteSftpServer, { params: { id: server._id } })}
      />
    </div>
  );
}

/** The result of a server test. The user confirms the host key here. */
function TestDialog({ test }: { test: ConnectionTest }) {
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

/** A fingerprint as OpenSSH writes it, which may go on in the next line. */
function HostKey({ fingerprint }: { fingerprint: string }) {
  const parts = [...fingerprint.matchAll(/.{1,10}/g)];
  return (
    <code>
      {parts.map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}

type ConnectionTest = ReturnType<typeof useConnectionTest>;

/** A test of a server, which is shown until it is closed. */
function useConnectionTest() {
  const [server, setServer] = useState<SftpServer>();
  // With a host key, it is confirmed.
  const test = useAction(sftpEndpoints.testSftpServer, { changes: ['hand-overs'] });
  return {
    server,
    found: test.data?.data,
    error: test.error,
    isPending: test.isPending,
    start(tested: SftpServer) {
      test.reset();
      setServer(tested);
      test.run({ params: { id: tested._id }, body: {} });
    },
    confirm(hostKey: string) {
      if (server) test.run({ params: { id: server._id }, body: { hostKey } });
    },
    close: () => setServer(undefined),
  };
}
