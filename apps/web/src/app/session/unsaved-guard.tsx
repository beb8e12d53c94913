import { Suspense, useEffect, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useAfterFirstData } from '../../platform/browser/offline-page.ts';
import { endedReason } from '../../platform/session/ended-session.ts';
import { answerLeaving, giveUpUnsaved, hasUnsaved, wasFormOpened } from '../../ui/form/unsaved.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useStore } from '../../ui/lib/store.ts';

// Dialogs load with the first form; the guard must exist before that.
const loadQuestion = async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
});
const loadSignIn = async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain });
const LeaveQuestion = lazyPart(loadQuestion, ({ onStay }) => onStay);
const SignInAgain = lazyPart(loadSignIn);

/**
 * Asks before unsaved changes are lost, for every way to leave any page. The browser asks on reload
 * and close with its own text. After the session has ended it asks for a sign-in instead.
 */
export function UnsavedGuard() {
  const reason = useStore(endedReason);
  const { isOpen, stay, leave } = useQuestion(reason !== undefined);
  usePreload();
  return (
    <Suspense>
      {reason !== undefined && <SignInAgain reason={reason} />}
      {reason === undefined && isOpen && <LeaveQuestion onStay={stay} onLeave={leave} />}
    </Suspense>
  );
}

/** The navigation that waits for an answer, or the logout. */
function useQuestion(isSessionEnded: boolean) {
  const [logout, setLogout] = useState<() => void>();
  // Without a session even a step within the page would lead to the sign-in page.
  const blocker = useBlocker(({ nextLocation }) =>
    hasUnsaved(isSessionEnded ? undefined : nextLocation.pathname),
  );
  const isBlocked = blocker.state === 'blocked';
  useBeforeUnload((event) => {
    if (hasUnsaved()) event.preventDefault();
  });
  // The list of open forms is outside React.
  useEffect(() => answerLeaving((leave) => setLogout(() => leave)), []);
  // The sign-in is on the screen then, and offers to leave: a second question would hide it.
  useEffect(() => {
    if (isSessionEnded && isBlocked) blocker.reset();
  }, [isSessionEnded, isBlocked, blocker]);
  const stay = () => {
    setLogout(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    giveUpUnsaved();
    setLogout(undefined);
    if (isBlocked) blocker.proceed();
    else logout?.();
  };
  return { isOpen: isBlocked || logout !== undefined, stay, leave };
}

/** Preloads the question behind the data of the form's page, so that it also works offline. */
function usePreload(): void {
  const hasForm = useStore(wasFormOpened);
  useAfterFirstData(() => void Promise.allSettled([loadQuestion(), loadSignIn()]), hasForm);
}
