import { maxSftpServers, type SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { useState } from 'react';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';
import { deleteSftpServer } from './hand-over.queries.ts';
import { aboutServer } from './hand-over-words.ts';
import { ServerDialog } from './server-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { useConnectionTest } from './use-connection-test.ts';
import { useRefresh } from './use-refresh.ts';

/** SFTP servers, with buttons to add, change, test and delete them. */
export function Servers({ servers }: { servers: readonly SftpServer[] }) {
  const refresh = useRefresh();
  const test = useConnectionTest();
  const [editing, setEditing] = useState<SftpServer | 'new'>();
  const close = () => {
    setEditing(undefined);
    void refresh();
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
        <ServerDialog
          {...(editing !== 'new' && { server: editing })}
          onSaved={(saved) => {
            close();
            test.start(saved);
          }}
          onClose={close}
        />
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
  const refresh = useRefresh();
  const remove = useOneMutation({
    mutationFn: () => deleteSftpServer(server._id),
    onSuccess: async () => {
      toast(`${server.name} deleted.`);
      await refresh();
    },
  });
  return (
    <div className={shared.buttons}>
      <Button variant="outline" size="small" aria-label={`Test ${server.name}`} onClick={onTest}>
        Test connection
      </Button>
      <Button variant="outline" size="small" aria-label={`Edit ${server.name}`} onClick={onEdit}>
        Edit
      </Button>
      <ConfirmButton
        variant="outline"
        size="small"
        aria-label={`Delete ${server.name}`}
        title={`Delete ${server.name}?`}
        question="Its password or key is deleted too. Files that are on the server stay there."
        confirmLabel="Delete"
        confirming={remove}
        onConfirm={() => remove.mutate()}
      >
        Delete
      </ConfirmButton>
    </div>
  );
}
