import { serviceWorkerUrl } from './service-worker-url.ts';

/**
 * The first import of the page. `require-trusted-types-for 'script'` refuses each text that is to
 * become markup or a script's address; the `default` policy allows one address.
 */
type Policy = { createScriptURL: (url: string) => string | null };
type TrustedTypes = { createPolicy: (name: 'default', policy: Policy) => unknown };

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in every browser

trustedTypes?.createPolicy('default', {
  // The one program that the page starts by its address.
  createScriptURL: (url) => (url === serviceWorkerUrl ? url : null),
});
// The effect of `z.config({ jitless: true })` without loading zod; zod would try `eval`.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
