/** What a hook prepares, `beforeEach` or `beforeAll`: to be read inside of tests. */
export function preparedBy<Made>(
  hook: (prepare: () => Promise<void>) => void,
  make: () => Promise<Made>,
): () => Made {
  let made: Made | undefined;
  hook(async () => void (made = await make()));
  return () => {
    if (made === undefined) throw new Error('it is ready inside of tests only');
    return made;
  };
}
