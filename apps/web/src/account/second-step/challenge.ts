import type { FactorMethod } from '@recoup/contract/core/errors';

/** Second-factor challenge after the right password. `options` are for a passkey. */
export type Challenge = {
  token: string;
  methods: readonly FactorMethod[];
  options?: object | undefined;
};
