export const cspReportPath = '/core/api/csp-reports';

type Transport = { isSecure: boolean };

const plain: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
/** Browsers ignore it over plain HTTP; behind TLS it stands on every reply. */
const overTls = { ...plain, 'strict-transport-security': 'max-age=63072000; includeSubDomains' };

/** Headers of every reply (docs/security.md); page and files add theirs. */
export function baseHeaders({ isSecure }: Transport): Readonly<Record<string, string>> {
  return isSecure ? overTls : plain;
}

/**
 * Scripts inside the page are allowed by their hashes; nothing else may run or load from
 * elsewhere.
 */
export function pageHeaders({
  scriptHashes,
  isSecure,
}: { scriptHashes: readonly string[] } & Transport): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
      "style-src 'self'",
      "style-src-attr 'none'",
      "img-src 'self' data: blob:",
      // A PDF of this browser, beside what is typed from it.
      'frame-src blob:',
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
      `report-uri ${cspReportPath}`,
      // Over plain HTTP the first would break the page, and browsers do not know the second.
      ...(isSecure ? ['upgrade-insecure-requests', 'report-to csp'] : []),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy':
      'accelerometer=(), camera=(), ' +
      'geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ...(isSecure && { 'reporting-endpoints': `csp="${cspReportPath}"` }),
  };
}

/** Names of assets carry a hash. A service worker may fetch, from here alone. */
export function fileHeaders(path: string): Record<string, string> {
  return {
    'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(path.endsWith('.svg') && { 'content-type': 'image/svg+xml; charset=utf-8' }),
    ...(/\.js(?:\.br|\.gz)?$/.test(path) && {
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    }),
  };
}
