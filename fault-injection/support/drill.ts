/** Options of the command line, whole numbers with defaults: `--kills 100`. */
export type Options = Readonly<Record<string, number>>;

export type Drill<O extends Options = Options> = {
  about: string;
  options: O;
  /** Prints its figures; false if a promise was broken. */
  run(options: O): Promise<boolean>;
};

/** Keeps the names of the options; there is nothing else to it. */
export function defineDrill<const O extends Options>(drill: {
  about: string;
  options: O;
  run(options: { [K in keyof O]: number }): Promise<boolean>;
}): Drill {
  return drill;
}

/** @throws Error with a sentence for an unknown name or what is no whole number. */
export function readOptions(defaults: Options, words: readonly string[]): Options {
  const options: Record<string, number> = { ...defaults };
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at]?.replace(/^--/, '') ?? '';
    const value = words[at + 1] ?? '';
    if (!Object.hasOwn(defaults, name))
      throw new Error(`There is no option "${words[at]}". Known are: ${usage(defaults)}.`);
    if (!/^\d{1,9}$/.test(value))
      throw new Error(`--${name} takes a whole number, not "${value}".`);
    options[name] = Number(value);
  }
  return options;
}

export function usage(defaults: Options): string {
  return Object.entries(defaults)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ');
}
