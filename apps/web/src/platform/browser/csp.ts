import { serviceWorkerUrl } from './service-worker-url.ts';

/**
 * The first import of the page: what the Content-Security-Policy asks of the program.
 * Under `require-trusted-types-for 'script'` every string that reaches a markup sink passes the `default` policy: style sheets that Mantine
 * writes hold no `<`, and anything that could be markup is refused (the sink then throws).
 */
type Policy = {
  createHTML: (text: string) => string | null;
  createScriptURL: (url: string) => string | null;
};
type TrustedTypes = { createPolicy: (name: 'default', policy: Policy) => unknown };

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in TypeScript's library, nor in every browser

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  // The one program that the page starts by its address.
  createScriptURL: (url) => (url === serviceWorkerUrl ? url : null),
});
// What `z.config({ jitless: true })` sets, without loading zod with the first page: zod would try `eval`, and the policy would report it.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
