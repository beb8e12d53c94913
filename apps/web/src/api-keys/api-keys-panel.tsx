import { type ApiKey, keyLimits } from '@recoup/contract/api-keys/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { ConfirmedActionDialog } from '../platform/reauthentication/deed-dialog.tsx';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { apiKeysQuery, deleteApiKey } from './api-keys.queries.ts';
import { aboutText } from './key-words.ts';
import { type MadeKey, NewKeyDialog } from './new-key-dialog.tsx';

/** The keys with which programs of the firm call Recoup: make and delete. */
export function ApiKeysPanel() {
  const { data, error, refetch } = useQuery(apiKeysQuery);
  return (
    <Panel label="API keys" isBusy={!data && error === null}>
      <div>
        <h2>API keys</h2>
        <p className={shared.muted}>
          For programs that call Recoup, such as your practice system. A key works in the name of
          the admin who made it, and never does more than that admin may.{' '}
          <Link to={paths.api}>How to begin</Link>. An assistant that speaks the Model Context
          Protocol connects to <code>{`${location.origin}/mcp`}</code> with a key.
        </p>
      </div>
      {error !== null && (
        <ErrorState
          title="The API keys could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <p>Loading…</p>}
      {data && error === null && <Keys keys={data.data} />}
    </Panel>
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const client = useQueryClient();
  const refresh = async () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
  const [deleting, setDeleting] = useState<ApiKey>();
  const mayWrite = may('api-keys:write');
  const close = () => {
    setDeleting(undefined);
    void refresh();
  };
  return (
    <>
      {keys.length === 0 && <p>There is no API key yet.</p>}
      <ItemList
        label="API keys"
        items={keys.map((key) => ({
          key: key._id,
          title: key.name,
          tag: !key.isWorking && <Tag>Does not work</Tag>,
          about: aboutText(key),
          action: mayWrite && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Delete ${key.name}`}
              onClick={() => setDeleting(key)}
            >
              Delete
            </Button>
          ),
        }))}
      />
      {mayWrite && <MakeKey isFull={keys.length >= keyLimits.keys} refresh={refresh} />}
      {deleting && <DeleteDialog apiKey={deleting} onClose={close} />}
    </>
  );
}

function DeleteDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <ConfirmedActionDialog
      title={`Delete ${apiKey.name}?`}
      question="Programs that use this key stop working at once. It cannot be brought back."
      actionLabel="Delete"
      run={() => deleteApiKey(apiKey._id)}
      onDone={() => {
        toast(`${apiKey.name} deleted.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type MakeProps = { isFull: boolean; refresh: () => Promise<unknown> };

function MakeKey({ isFull, refresh }: MakeProps) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  // A request whose reply was lost may have made one.
  const close = () => {
    setOpen(false);
    void refresh();
  };
  return (
    <>
      <div className={shared.buttons}>
        <Button disabled={isFull} data-shortcut="n" onClick={() => setOpen(true)}>
          Make a key
        </Button>
      </div>
      {isFull && (
        <p className={shared.muted}>
          The firm has {keyLimits.keys} keys, the most there can be. Delete one first.
        </p>
      )}
      {isOpen && (
        <NewKeyDialog
          onMade={(key) => {
            setMade(key);
            close();
          }}
          onClose={close}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Your API key"
      label="API key"
      secret={made.key}
      loss="The key is not shown again. Copy it first."
      about="It is not shown again after you close this. If it is lost, delete it and make another."
      onClose={onClose}
    >
      <p>
        This is the key <strong>{made.name}</strong>. Keep it where only the program reads it.
      </p>
    </ShownOnceDialog>
  );
}
