import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { type: 'minor' }) => void;

/** One for the process: each takes a context of V8. */
let collector: Collect | undefined;

/**
 * Frees used buffers each time that so many bytes have passed. V8 by itself waits for 32 MB of
 * them, which the process then keeps. `isThorough` also frees those that were in use for long, and
 * stops the process for longer: not for one that answers requests.
 */
export function createBufferSweeper({
  everyBytes,
  isThorough = false,
}: {
  everyBytes: number;
  isThorough?: boolean;
}): (bytes: number) => void {
  const collect = (collector ??= exposeCollector());
  let unswept = 0;
  return (bytes) => {
    unswept += bytes;
    if (unswept < everyBytes) return;
    unswept = 0;
    if (isThorough) collect();
    else collect({ type: 'minor' });
  };
}

/** Node hides V8's function from a process that was started without a flag. */
function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect; // V8 defines it in a new context
  setFlagsFromString('--no-expose-gc');
  return collect;
}
