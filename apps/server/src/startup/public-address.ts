import { isIPv6 } from 'node:net';
import type { z } from 'zod';
import { parseHostname, isLoopback } from '../platform/security/allowed-hosts.ts';
import type { environment } from './environment.ts';

export type PublicAddress = {
  publicUrl: string;
  /** Without RECOUP_PUBLIC_URL every host is served. */
  servedHosts: readonly string[] | undefined;
  /** Whether other machines can reach the server, by itself or through a proxy. */
  isPublic: boolean;
};

/** The addresses of the server, and who can reach them. */
export function readPublicAddress({
  HOST,
  PORT,
  RECOUP_PUBLIC_URL,
}: z.output<typeof environment>): PublicAddress {
  const host = parseHostname(inUrl(HOST)) ?? '';
  if (RECOUP_PUBLIC_URL === undefined) {
    const isPublic = !isLoopback(host);
    // A page of another site could otherwise reach this machine by a name of its own (DNS
    // rebinding).
    return {
      publicUrl: `http://${inUrl(HOST)}:${PORT}`,
      servedHosts: isPublic ? undefined : [host],
      isPublic,
    };
  }
  const { origin, protocol, hostname } = new URL(RECOUP_PUBLIC_URL);
  const isPublic = protocol === 'https:' || !isLoopback(host) || !isLoopback(hostname);
  return { publicUrl: origin, servedHosts: [hostname, host], isPublic };
}

/** An IP address is no mail domain. */
export function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /[a-z]/i.test(hostname) && hostname.includes('.') ? hostname : 'recoup.localhost';
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
