import { useQuery } from '@tanstack/react-query';
import { type Session, sessionEndpoints } from '@recoup/contract/account/session-endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatMoment } from '../../ui/lib/moment.ts';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { readData } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { send } from '../../platform/api/api-client.ts';
import { endedText } from './session-texts.ts';

/** The user's sessions; the user can end each one, or all but the current one. */
export function SessionsPanel() {
  const sessions = useQuery(
    readData(
      sessionEndpoints.listSessions,
      {},
      { what: 'sessions', staleTime: 0, beginsWithLast: true },
    ),
  );
  return (
    <Panel label="Where you are signed in" isBusy={sessions.isPending}>
      <div>
        <h2>Where you are signed in</h2>
        <p className={shared.muted}>
          If you do not know one of these, sign out there, and change your password.
        </p>
      </div>
      <Loaded query={sessions} what="Your sign-ins">
        {(data) => <Sessions sessions={data} />}
      </Loaded>
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const ending = useActionBy(endSessions, {
    done: ({ data: { ended } }) => endedText(ended),
    changes: ['sessions'],
  });
  const isEnding = (id: string | undefined) => ending.isPending && ending.variables === id;
  return (
    <>
      {ending.isError && <Alert kind="error">{ending.error.message}</Alert>}
      <ItemList
        label="Sign-ins"
        items={sessions.map((session) => ({
          key: session._id,
          title: session.device,
          tag: session.isCurrent && <Tag>This one</Tag>,
          about: aboutText(session),
          action: !session.isCurrent && (
            <SignOut
              session={session}
              isBusy={isEnding(session._id)}
              onEnd={() => ending.run(session._id)}
            />
          ),
        }))}
      />
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            isBusy={isEnding(undefined)}
            onClick={() => ending.run(undefined)}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  );
}

/** Ends one of the own sessions, or without an id all but this one. */
async function endSessions(id: string | undefined) {
  return id === undefined
    ? send(sessionEndpoints.endOtherSessions, {})
    : send(sessionEndpoints.endSession, { params: { id } });
}

type SignOutProps = { session: Session; isBusy: boolean; onEnd: () => void };

function SignOut({ session, isBusy, onEnd }: SignOutProps) {
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Sign out: ${session.device}. ${placeText(session)}`}
      isBusy={isBusy}
      onClick={onEnd}
    >
      Sign out
    </Button>
  );
}

function aboutText(session: Session): string {
  const { isCurrent, createdAt, seenAt } = session;
  const seen = isCurrent ? 'in use now' : `last used ${formatMoment(seenAt)}`;
  return `${placeText(session)}, since ${formatMoment(createdAt)}, ${seen}`;
}

function placeText({ address }: Session): string {
  return address === null ? 'Unknown address' : `From ${address}`;
}
