import type { FastifyReply, FastifyRequest } from 'fastify';
import { hours } from '../core/clock.ts';
import { setXsrfCookie } from '../security/csrf.ts';

/** So long a device is remembered after its last sign-in. */
export const deviceLifetimeMs = hours(60 * 24);

/** Sets the cookies of a browser that has signed in. */
export function openBrowser(
  reply: FastifyReply,
  { token, device }: { token: string; device: string },
  isSecure: boolean,
): { token: string } {
  setXsrfCookie(reply, isSecure);
  setDeviceCookie(reply, { device, isSecure });
  return { token };
}

/** The cookie grants no access: it names a device whose owner has attempts of its own. */
export function setDeviceCookie(
  reply: FastifyReply,
  { device, isSecure }: { device: string; isSecure: boolean },
): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    maxAge: deviceLifetimeMs / 1000,
  } as const; // the library wants literals
  void reply.setCookie(cookieName(isSecure), device, options);
}

export function readDeviceCookie(request: FastifyRequest, isSecure: boolean): string | undefined {
  const device = request.cookies[cookieName(isSecure)];
  return device !== undefined && /^[\w-]{43}$/.test(device) ? device : undefined;
}

/** Browsers accept the prefix over https only; it stops other hosts from planting the cookie. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-recoup-device' : 'recoup-device';
}
