import type { FastifyRequest } from 'fastify';

/** As a URL spells it, without the port; undefined for a malformed host. */
export function parseHostname(authority: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return new URL(`http://${authority}`).hostname;
}

/** RFC 6761, RFC 5735, RFC 4291 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Clients of a proxy send the whole URL, which a server must accept (RFC 9112, section 3.2.2). */
export function pathOfTarget(target = '/'): string {
  const [, , path] = absoluteForm.exec(target) ?? [];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

const absoluteForm = /^https?:\/\/([^/?#]+)(.*)$/i;
const latest = { authority: '', hostname: parseHostname('') };

/** Remembers the latest: clients name the same host in each request. */
function hostnameIn(authority: string): string | undefined {
  if (authority !== latest.authority)
    Object.assign(latest, { authority, hostname: parseHostname(authority) });
  return latest.hostname;
}

/** Load balancers and Prometheus use the address of the process. */
function isServedByAddress(target: string): boolean {
  const [path = ''] = pathOfTarget(target).split('?');
  return ['/healthz', '/readyz', '/metrics'].includes(path);
}

/**
 * The reason for a rejection. Without `servedHosts` (no public URL to compare) any single host is
 * served, and no reply, mail or SMS repeats it.
 */
export function validateHost(
  { raw, originalUrl }: FastifyRequest,
  servedHosts: readonly string[] | undefined,
): string | undefined {
  const named = raw.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
  if (named.length > 1) return 'The request names more than one host.';
  const authorities = [named[0], absoluteForm.exec(originalUrl)?.[1]].filter(Boolean);
  const served = servedHosts && !isServedByAddress(originalUrl) ? servedHosts : undefined;
  const isNeeded =
    raw.httpVersion === '1.1' ? !named[0] : served !== undefined && authorities.length === 0;
  if (isNeeded) return 'The request names no host.';
  const hosts = authorities.map((authority = '') => hostnameIn(authority));
  if (hosts.includes(undefined)) return 'The request names a host that cannot be read.';
  const isServed = !served || hosts.every((host = '') => isLoopback(host) || served.includes(host));
  return isServed
    ? undefined
    : 'The request names a host that is not served here. ' +
        'Please use the address of RECOUP_PUBLIC_URL.';
}
