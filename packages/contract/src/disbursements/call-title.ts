// Without schemas: lists need it, and not zod.

/** Each firm has it from the start, and cannot change it (specification, section 2.9). */
export const callTitle = 'Call';

/** Ignores case. */
export function isCallTitle(title: string): boolean {
  return title.toLowerCase() === callTitle.toLowerCase();
}
