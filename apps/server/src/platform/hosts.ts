/** The host in a `Host` header or in front of a path, without its port and as a URL spells it; undefined when it is none. */
export function hostnameOf(authority: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return new URL(`http://${authority}`).hostname;
}

/** Whether a host as a URL spells it is always this machine (RFC 6761, RFC 5735, RFC 4291). */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
