import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Identity, signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { send } from '../platform/api/api-client.ts';
import { identitiesQuery } from '../platform/api/identities.ts';
import { invalidate } from '../platform/api/read.ts';
import { paths } from '../platform/browser/paths.ts';
import { ConfirmedActionDialog } from '../platform/reauthentication/confirmed-action-dialog.tsx';
import { Button } from '../ui/controls/button.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatMoment } from '../ui/lib/moment.ts';

/** The accounts of the firm's provider with which the user signs in; nothing without a provider. */
export function IdentitiesPanel() {
  const { data } = useQuery(identitiesQuery);
  if (!data || (data.provider === null && data.count === 0)) return null;
  const { data: identities, provider } = data;
  const isOffered = provider !== null && !identities.some((each) => each.provider === provider);
  return (
    <Panel label="Single sign-on">
      <div>
        <h2>Single sign-on</h2>
        <p className={shared.muted}>
          {identities.length === 0
            ? `Link your account at ${provider} to sign in with it.`
            : 'You sign in with this account.'}
        </p>
      </div>
      {identities.length > 0 && <Identities identities={identities} />}
      {isOffered && <LinkAccount provider={provider} />}
    </Panel>
  );
}

function Identities({ identities }: { identities: readonly Identity[] }) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<Identity>();
  const close = () => {
    setRemoving(undefined);
    void invalidate(client, ['identities', 'sessions']);
  };
  return (
    <>
      <ItemList
        label="Linked accounts"
        items={identities.map((identity) => ({
          key: identity._id,
          title: identity.provider,
          about: aboutText(identity),
          action: (
            <Button
              variant="outline"
              size="small"
              aria-label={`Remove the account at ${identity.provider}`}
              onClick={() => setRemoving(identity)}
            >
              Remove
            </Button>
          ),
        }))}
      />
      {removing && <RemoveDialog identity={removing} onClose={close} />}
    </>
  );
}

function RemoveDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const { _id: id, provider } = identity;
  return (
    <ConfirmedActionDialog
      title="Remove the linked account?"
      question={`The account at ${provider} signs you in no more. Your other sessions end.`}
      actionLabel="Remove"
      isDanger
      run={async (password) =>
        send(signOnEndpoints.deleteIdentity, { params: { id }, body: { password } })
      }
      onDone={() => {
        toast('The linked account was removed.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function LinkAccount({ provider }: { provider: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={shared.buttons}>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Link account
      </Button>
      {isOpen && (
        <ConfirmedActionDialog
          title="Link your account"
          question={`You sign in at ${provider} next, and come back to this page.`}
          actionLabel="Continue"
          run={async (password) =>
            send(signOnEndpoints.createIdentity, {
              body: { returnTo: paths.security, password },
            })
          }
          onDone={({ data: { url } }) => window.location.assign(url)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function aboutText({ createdAt, lastUsedAt }: Identity): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(lastUsedAt)}`;
  return `Linked ${formatMoment(createdAt)}; ${used}`;
}
