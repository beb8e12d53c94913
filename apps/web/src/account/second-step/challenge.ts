import type { FactorMethod } from '@recoup/contract/second-factor/methods';

/** What completes a sign-in whose password was right. `options` are for a passkey. */
export type Challenge = {
  token: string;
  methods: readonly FactorMethod[];
  options?: object | undefined;
};
