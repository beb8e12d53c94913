import { type ComponentType, use, useEffect, useEffectEvent, useReducer } from 'react';
import { loadMissingStyles } from '../lib/missing-styles.ts';
import { showToast } from './toast.tsx';

export const loadFailed = 'Could not load. Please check your connection and try again.';
type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Act = () => void;

/**
 * A part of a page that is loaded when it is first shown, within a `Suspense`. Where that fails the
 * page stays as it is, and a notice offers to try again. `lazy` of React would give the page up,
 * with all that was typed. Without `findClose` a dismissed notice tries again.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  findClose?: (props: Props) => Act,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props> | undefined> | undefined;
  return function Part(props: Props) {
    const [attempt, countAttempt] = useReducer((count: number) => count + 1, 0);
    const current = (loading ??= loadMissingStyles()
      .then(load)
      .then(
        (loaded) => loaded.default,
        () => undefined,
      ));
    const Loaded = use(current);
    if (Loaded !== undefined) return <Loaded {...props} />;
    const forget = () => {
      if (loading === current) loading = undefined;
    };
    const retry = () => {
      forget();
      countAttempt();
    };
    const close = findClose?.(props) ?? retry;
    return <Failure key={attempt} onRetry={retry} onDismiss={close} onLeave={forget} />;
  };
}

type FailureProps = { onRetry: Act; onDismiss: Act; onLeave: Act };

/** A notice is outside React. There is one for each attempt, whatever is drawn again meanwhile. */
function Failure(props: FailureProps) {
  const retry = useEffectEvent(props.onRetry);
  const dismiss = useEffectEvent(props.onDismiss);
  const leave = useEffectEvent(props.onLeave);
  useEffect(() => {
    const withdraw = showToast(loadFailed, 'bad', {
      lifetime: Infinity,
      action: { label: 'Retry', onClick: () => retry() },
      onEnd: () => dismiss(),
    });
    return () => {
      withdraw();
      leave();
    };
  }, []);
  return null;
}
