import type { Rolldown } from 'vite';

/** Names of the wanted chunks and of their imports. */
export function filesOf(
  bundle: Rolldown.OutputBundle,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): Set<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    for (const imported of chunk.imports) add(imported);
  };
  for (const [name, item] of Object.entries(bundle))
    if (item.type === 'chunk' && isWanted(item)) add(name);
  return found;
}
