import { serviceWorkerUrl } from './service-worker-url.ts';

/**
 * The first import of the page. With `require-trusted-types-for 'script'` each markup string passes
 * the `default` policy: Mantine's style sheets hold no `<`; possible markup is rejected.
 */
type Policy = {
  createHTML: (text: string) => string | null;
  createScriptURL: (url: string) => string | null;
};
type TrustedTypes = { createPolicy: (name: 'default', policy: Policy) => unknown };

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in every browser

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  // The one program that the page starts by its address.
  createScriptURL: (url) => (url === serviceWorkerUrl ? url : null),
});
// The effect of `z.config({ jitless: true })` without loading zod; zod would try `eval`.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
