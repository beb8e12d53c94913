import { type CallEvent, callEventEndpoints } from '@recoup/contract/call-records/event-endpoints';
import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, read } from '../../platform/api/read.ts';
import { useAction, useActionBy } from '../../platform/api/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { ShownOnceDialog } from '../../ui/dialog/shown-once-dialog.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatMoment } from '../../ui/lib/moment.ts';
import { callSourcesQuery } from '../call-set-up.queries.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { fetchedText, ignoredText, sourceStateText, takenText } from './event-texts.ts';
import { canPull } from './source-values.ts';
import { ExampleDialog } from './example-dialog.tsx';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { download } from '../../platform/api/api-download.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { countOf } from '../../ui/lib/format.ts';
import { saveFile } from '../../ui/lib/save-file.ts';

/** `shown`: the requests of a telephone system; `tried`: an example of it is read. */
type Open = { shown?: string; tried?: string; secret?: string };

/** Telephone systems that send each call as it ends (product-3, section 6). */
export function EventsPanel() {
  const client = useQueryClient();
  const sources = useQuery(callSourcesQuery);
  const [open, setOpen] = useState<Open>({});
  const close = () => {
    setOpen({});
    void invalidate(client, ['call-records']);
  };
  const named = (id: string | undefined) => sources.data?.find(({ _id }) => _id === id);
  const [shown, tried] = [named(open.shown), named(open.tried)];
  return (
    <Panel label="Calls as they end" isBusy={sources.isPending}>
      <div>
        <h2>Calls as they end</h2>
        <p className={shared.muted}>
          A telephone system can send each call to Recoup as it ends, signed in by its secret. The
          attorney sees it within two seconds. Calls of Microsoft Teams are fetched every 15
          minutes. Save a new system above first.
        </p>
      </div>
      <Loaded query={sources} what="The telephone systems">
        {(data) => <Senders sources={data} onOpen={setOpen} />}
      </Loaded>
      {shown && <EventsDialog source={shown} onClose={close} />}
      {tried && <ExampleDialog source={tried} onClose={() => setOpen({})} />}
      {open.secret !== undefined && <SecretDialog secret={open.secret} onClose={close} />}
    </Panel>
  );
}

type SendersProps = { sources: readonly CallSource[]; onOpen: (open: Open) => void };

function Senders({ sources, onOpen }: SendersProps) {
  if (sources.length === 0) return <p>There is no telephone system yet.</p>;
  return (
    <ItemList
      label="Telephone systems that send calls"
      items={sources.map((source) => ({
        key: source._id,
        title: source.name,
        about: sourceStateText(source),
        action: <Actions source={source} onOpen={onOpen} />,
      }))}
    />
  );
}

function Actions({ source, onOpen }: { source: CallSource; onOpen: (open: Open) => void }) {
  if (source.pull !== null) return <FetchButton source={source} />;
  if (canPull(source)) return null;
  return (
    <span className={shared.buttons}>
      <Button
        variant="outline"
        size="small"
        aria-label={`Requests of ${source.name}`}
        onClick={() => onOpen({ shown: source._id })}
      >
        Requests
      </Button>
      <Button
        variant="outline"
        size="small"
        aria-label={`Test ${source.name}`}
        onClick={() => onOpen({ tried: source._id })}
      >
        Test
      </Button>
      <SecretButton source={source} onMade={(secret) => onOpen({ secret })} />
    </span>
  );
}

function FetchButton({ source: { _id, name } }: { source: CallSource }) {
  const fetching = useAction(callEventEndpoints.pullCalls, {
    changes: ['call-records'],
    done: ({ data }) => (data.failure === null ? fetchedText(data) : 'Nothing was fetched.'),
  });
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-label={`Fetch calls of ${name} now`}
        isBusy={fetching.isPending}
        onClick={() => fetching.run({ params: { id: _id } })}
      >
        Fetch now
      </Button>
      {fetching.error && <Alert kind="error">{fetching.error.message}</Alert>}
    </>
  );
}

type SecretProps = { source: CallSource; onMade: (secret: string) => void };

function SecretButton({ source: { _id, name, secretMadeAt }, onMade }: SecretProps) {
  const making = useAction(callEventEndpoints.makeCallSourceSecret, {
    onDone: ({ data }) => onMade(data.secret),
  });
  const make = () => making.run({ params: { id: _id } });
  const look = { variant: 'outline', size: 'small' } as const;
  if (secretMadeAt === null)
    return (
      <Button
        {...look}
        aria-label={`Make a secret for ${name}`}
        isOnce
        isBusy={making.isPending}
        onClick={make}
      >
        Make a secret
      </Button>
    );
  return (
    <ConfirmButton
      {...look}
      aria-label={`Make a new secret for ${name}`}
      title="Make a new secret?"
      question={
        `The secret of ${formatMoment(secretMadeAt)} stops working at once: calls are refused ` +
        'until the telephone system has the new one.'
      }
      confirmLabel="Make a new secret"
      confirming={making}
      onConfirm={make}
    >
      New secret
    </ConfirmButton>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="The secret of the telephone system"
      label="Secret"
      secret={secret}
      loss="The secret is not shown again. Copy it first."
      about="It is not shown again after you close this. If it is lost, make a new one."
      onClose={onClose}
    >
      <p>
        Enter it in the telephone system: as the password of any user, or as the secret with which
        it signs.
      </p>
    </ShownOnceDialog>
  );
}

type Props = { source: CallSource; onClose: () => void };

/** The address for a telephone system, and what became of its last requests. */
function EventsDialog({ source: { _id: id, name, system }, onClose }: Props) {
  const events = useQuery(
    read(
      callEventEndpoints.listCallEvents,
      { params: { id } },
      { what: 'requests of a telephone system', staleTime: 0 },
    ),
  );
  return (
    <Dialog
      title={`Requests of ${name}`}
      isOpen
      onClose={onClose}
      actions={<DoneButton onDone={onClose} />}
    >
      <p>{guides[system] ?? plainGuide}</p>
      <p>
        <code aria-label="Address">{`${location.origin}${apiRoot}/call-events/${id}`}</code>
      </p>
      <div className={shared.buttons}>
        {system === '3cx' && <TemplateButton id={id} />}
        <Button
          variant="outline"
          data-autofocus
          isBusy={events.isFetching}
          onClick={() => void events.refetch()}
        >
          Read again
        </Button>
      </div>
      <Loaded query={events} what="The requests">
        {({ data, limited, limitedAt }) => (
          <>
            {limitedAt !== null && (
              <Alert kind="info">
                {countOf(limited, 'call', 'calls')} came too fast and were refused, the last on{' '}
                {formatMoment(limitedAt)}.
              </Alert>
            )}
            <Requests events={data} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

const plainGuide =
  'Send each call as JSON to this address, with the secret as the password of any user.';
const guides: Partial<Record<CallSystem, string>> = {
  '3cx':
    'Add the template in 3CX under Settings, CRM, Server side, and enter the secret. ' +
    'It sends to this address:',
  yeastar:
    'P-Series: add this address under Integrations, API, Webhook Event Push, with the secret and ' +
    'the event 30012. S-Series: send NewCdr to it, with the secret as the password of any user.',
  freeswitch:
    'Enter this address as url in xml_cdr.conf.xml, and recoup: with the secret behind it as cred.',
};

function TemplateButton({ id }: { id: string }) {
  const accept = 'application/xml';
  const template = useActionBy(
    () => download(callEventEndpoints.getCallSourceTemplate, { params: { id } }, { accept }),
    { onDone: saveFile },
  );
  return (
    <>
      <Button variant="outline" isBusy={template.isPending} onClick={() => template.run()}>
        Download the template
      </Button>
      {template.error && <Alert kind="error">{template.error.message}</Alert>}
    </>
  );
}

function Requests({ events }: { events: readonly CallEvent[] }) {
  if (events.length === 0) return <p>Nothing has come yet.</p>;
  return (
    <ItemList
      label="Requests"
      items={events.map((event) => ({
        key: event._id,
        title: formatMoment(event.receivedAt),
        about: [takenText(event), ...event.ignored.slice(0, 10).map(ignoredText)].join(' '),
      }))}
    />
  );
}
