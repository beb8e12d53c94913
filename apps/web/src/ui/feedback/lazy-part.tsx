import {
  type ComponentType,
  createContext,
  lazy,
  use,
  useEffect,
  useEffectEvent,
  useReducer,
} from 'react';
import { showToast } from './toast.tsx';

export const loadFailed = 'Could not load. Please check your connection and try again.';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Act = () => void;

/** Draws the part again, whose failed attempt is forgotten by then. */
const DrawAgain = createContext<Act>(() => {});

/**
 * A part of a page that is loaded when it is first shown, within a `Suspense`. Where that fails the
 * page stays as it is, and a notice offers to try again. `lazy` of React alone would give the page
 * up, with all that was typed. Without `findClose` a dismissed notice tries again.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  findClose?: (props: Props) => Act,
): ComponentType<Props> {
  const attempt = () => {
    const loaded = lazy(async () => load().catch(() => ({ default: Failed })));
    const forget = () => {
      if (Current === loaded) Current = attempt();
    };
    const Failed = (props: Props) => {
      const drawAgain = use(DrawAgain);
      const retry = () => {
        forget();
        drawAgain();
      };
      const close = findClose?.(props) ?? retry;
      return <Failure onRetry={retry} onDismiss={close} onLeave={forget} />;
    };
    return loaded;
  };
  let Current = attempt();
  return function Part(props: Props) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0);
    return (
      <DrawAgain value={drawAgain}>
        <Current {...props} />
      </DrawAgain>
    );
  };
}

/** A part that is left out where it cannot be loaded: the page goes on without it. */
export function spareablePart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(async () => load().catch(() => ({ default: () => null })));
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
