const intervalMs = 10_000;
/** The limit of kinds keeps strangers from filling the memory. */
const mostKinds = 1_000;

type Write = (unwritten: number) => void;
type Kind = { left: number; write: Write; timer: NodeJS.Timeout };
const written = new WeakMap<object, Map<string, Kind>>();

/**
 * Runs `write` at once for the first refusal of a kind, then once every ten seconds for the latest one while refusals continue. Its number is
 * how many others were refused since the line before: a flood of requests must not become a flood of lines, and no refusal stays uncounted.
 */
export function logThrottled(server: object, kind: string, write: Write): void {
  const kinds = written.get(server) ?? new Map<string, Kind>();
  written.set(server, kinds);
  const known = kinds.get(kind);
  if (known) {
    known.left += 1;
    known.write = write;
    return;
  }
  if (kinds.size >= mostKinds) flushThrottledLogs(server);
  write(0);
  const timer = setInterval(() => {
    if (!writeLatest(kinds.get(kind))) endKind(kinds, kind);
  }, intervalMs);
  kinds.set(kind, { left: 0, write, timer: timer.unref() });
}

/** Writes what is only counted so far; at the latest when the process ends. */
export function flushThrottledLogs(server: object): void {
  const kinds = written.get(server) ?? new Map<string, Kind>();
  for (const [kind, each] of kinds) {
    writeLatest(each);
    endKind(kinds, kind);
  }
}

function writeLatest(kind: Kind | undefined): boolean {
  if (!kind || kind.left === 0) return false;
  kind.write(kind.left - 1);
  kind.left = 0;
  return true;
}

function endKind(kinds: Map<string, Kind>, kind: string): void {
  clearInterval(kinds.get(kind)?.timer);
  kinds.delete(kind);
}
