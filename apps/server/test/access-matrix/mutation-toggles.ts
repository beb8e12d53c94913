import type { Action } from '@recoup/contract/core/access';

/** Switches that `scripts/mutants.mjs` puts into the sources: guards and access rows. */
const requested = globalThis as { recoupMutant?: (id: string) => boolean; recoupRule?: object };
const rowOf = (action: string): string => `row ${action}`;

export type Mutant = {
  id: string;
  kind: string;
  file: string;
  code: string;
  rule?: { action: Action; made: unknown };
  sql?: string;
};

/** Does the work, and answers the guards that it went by. */
export async function recordGuards(work: () => Promise<void>): Promise<Set<string>> {
  const passed = new Set<string>();
  requested.recoupMutant = (id) => {
    passed.add(id);
    return false;
  };
  requested.recoupRule = new Proxy(
    {},
    { get: (_, action) => void passed.add(rowOf(String(action))) },
  );
  await work();
  enableMutant(undefined);
  return passed;
}

/** From now on the sources do without one guard; without one, they are themselves. */
export function enableMutant(mutant: Mutant | undefined): void {
  requested.recoupMutant = (id) => id === mutant?.id;
  requested.recoupRule = mutant?.rule ? { [mutant.rule.action]: mutant.rule.made } : {};
}

/** Whether a request that passed these guards meets the mutant; mutants in SQL meet all. */
export function reachesMutant(mutant: Mutant, passed: ReadonlySet<string>): boolean {
  if (mutant.sql !== undefined) return true;
  return passed.has(mutant.rule ? rowOf(mutant.rule.action) : mutant.id);
}
