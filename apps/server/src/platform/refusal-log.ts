const intervalMs = 10_000;
/** More kinds than this at once are forgotten, so that strangers cannot fill the memory. */
const mostKinds = 1_000;

type Kind = { readonly since: number; left: number };
const written = new WeakMap<object, Map<string, Kind>>();

/**
 * Runs `write` at most once in ten seconds for each kind of refusal, with how many were not written since the last time: a flood of requests
 * must not become a flood of lines.
 */
export function writeSeldom(server: object, kind: string, write: (unwritten: number) => void): void {
  const now = performance.now();
  const kinds = written.get(server) ?? new Map<string, Kind>();
  written.set(server, kinds);
  const last = kinds.get(kind);
  if (last !== undefined && now - last.since < intervalMs) {
    last.left += 1;
    return;
  }
  if (kinds.size >= mostKinds) kinds.clear();
  kinds.set(kind, { since: now, left: 0 });
  write(last?.left ?? 0);
}
