import type { Session } from '@recoup/contract/account/session-endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatMoment } from '../../ui/lib/moment.ts';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { endedText } from './session-texts.ts';
import { endSessions, sessionsQuery } from './sessions.queries.ts';

/** The user's sessions; the user can end each one, or all but the current one. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Panel label="Where you are signed in" isBusy={!data && error === null}>
      <div>
        <h2>Where you are signed in</h2>
        <p className={shared.muted}>
          If you do not know one of these, sign out there, and change your password.
        </p>
      </div>
      {error !== null && (
        <ErrorState
          title="Your sign-ins could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && error === null && <p>Loading…</p>}
      {data && error === null && <Sessions sessions={data.data} />}
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const ending = useEnding();
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
              onEnd={() => ending.mutate(session._id)}
            />
          ),
        }))}
      />
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <div className={shared.buttons}>
          <Button
            variant="outline"
            isBusy={isEnding(undefined)}
            onClick={() => ending.mutate(undefined)}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  );
}

function useEnding() {
  const client = useQueryClient();
  return useOneMutation<number, string | undefined>({
    mutationFn: endSessions,
    onSuccess: (ended) => toast(endedText(ended)),
    // One that is gone already is not to stay in the list.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
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
