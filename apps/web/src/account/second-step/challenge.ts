import type { FactorMethod } from '@recoup/contract/second-factor/methods';

/** Second-factor challenge after the right password. `options` are for a passkey. */
export type Challenge = {
  token: string;
  methods: readonly FactorMethod[];
  options?: object | undefined;
};
