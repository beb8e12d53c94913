import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';

const cookieName = 'XSRF-TOKEN';
const headerName = 'x-xsrf-token';

/** The cookie is readable by design: the page copies it into the header (specification, section 7). It carries no authority. */
export function setXsrfCookie(reply: FastifyReply, isSecure: boolean): void {
  void reply.setCookie(cookieName, randomBytes(16).toString('hex'), {
    path: '/',
    sameSite: 'strict',
    secure: isSecure,
  });
}

export function hasXsrfCookie(request: FastifyRequest): boolean {
  return request.cookies[cookieName] !== undefined;
}

/** A link or a picture in a mail must not send a code: a call that needs no token is only for scripts of the page and for other programs. */
export function requireNoNavigation({ headers }: FastifyRequest): void {
  const { 'sec-fetch-mode': mode = 'cors', 'sec-fetch-dest': target = 'empty' } = headers;
  if (!['cors', 'same-origin'].includes(mode) || target !== 'empty')
    throw new AppError('xsrf_mismatch');
}

/**
 * A write that carries the cookie must carry the equal header; a client without cookies needs neither. What a browser says
 * comes from another site is refused whatever it asks for, because `GET /v2/sendOtp` has an effect (ASVS 3.5.3).
 */
export function requireXsrf(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new AppError('xsrf_mismatch');
  const cookie = request.cookies[cookieName];
  if (request.method === 'GET' || request.method === 'HEAD' || cookie === undefined) return;
  const header = request.headers[headerName];
  if (typeof header !== 'string' || !isEqual(header, cookie)) throw new AppError('xsrf_mismatch');
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
