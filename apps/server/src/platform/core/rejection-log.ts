const intervalMs = 10_000;
/** Clients choose the kinds, so their number is limited. */
const maxKinds = 1_000;

type Write = (unwritten: number) => void;
type Kind = { left: number; write: Write; timer: NodeJS.Timeout };
const written = new WeakMap<object, Map<string, Kind>>();

/**
 * Writes the first rejection of a kind, then one line every ten seconds with the number of
 * unwritten ones: a flood of requests causes no flood of lines.
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
  if (kinds.size >= maxKinds) flushThrottledLogs(server);
  write(0);
  const timer = setInterval(() => {
    if (!writeLatest(kinds.get(kind))) endKind(kinds, kind);
  }, intervalMs);
  kinds.set(kind, { left: 0, write, timer: timer.unref() });
}

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
