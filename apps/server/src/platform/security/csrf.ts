import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';

const cookieName = 'XSRF-TOKEN';
const headerName = 'x-xsrf-token';

/**
 * The page copies the cookie into the header (specification, section 7). It carries no authority.
 */
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

/** An endpoint without a token must not run for a link or a picture in a mail. */
export function requireNoNavigation({ headers }: FastifyRequest): void {
  const { 'sec-fetch-mode': mode = 'cors', 'sec-fetch-dest': target = 'empty' } = headers;
  if (!['cors', 'same-origin'].includes(mode) || target !== 'empty')
    throw new AppError('xsrf_mismatch');
}

/**
 * A write with the cookie needs the equal header; a client without cookies needs neither.
 * Cross-site requests are rejected, because `GET /v2/sendOtp` has an effect (ASVS 3.5.3).
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
