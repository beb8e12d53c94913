import { type CallEvent, callEventEndpoints } from '@recoup/contract/call-records/event-endpoints';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../platform/api/api-download.ts';
import { read } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import shared from '../../ui/layout/shared.module.css';
import { countOf } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import { ignoredText, takenText } from './event-texts.ts';

type Props = { source: CallSource; onClose: () => void };

/** The address for a telephone system, and what became of its last requests. */
export function EventsDialog({ source: { _id: id, name, system }, onClose }: Props) {
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
