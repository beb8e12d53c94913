/** The nonce of this page load; the server writes it into the page in place of `__CSP_NONCE__`. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
