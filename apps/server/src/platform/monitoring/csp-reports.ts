import type { FastifyInstance } from 'fastify';
import { type Clock, minutes } from '../core/clock.ts';
import type { Db } from '../database/connections.ts';
import { cspReportPath } from '../http/security-headers.ts';
import { consumeLimit } from '../security/rate-limits.repository.ts';
import { clientAddress, wideRateLimitNetwork } from '../security/client-address.ts';
import { logEvent } from '../security/security-log.ts';

const mediaTypes = ['application/csp-report', 'application/reports+json'];
/** Limits for each network and each request, because reports need no sign-in. */
const ofNetwork = { max: 30, windowMs: minutes(15) };
const ofRequest = 5;

/** Logs the violated rule and its place. Always answers 204. */
export function cspReportRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Clock }) {
  void app.register((reports, _, done) => {
    reports.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    reports.post(cspReportPath, { bodyLimit: 16 * 1024 }, async (request, reply) => {
      const address = clientAddress(request);
      for (const found of readReports(request.body).slice(0, ofRequest)) {
        const waitMs = await consumeLimit(db, {
          key: `csp:${wideRateLimitNetwork(address)}`,
          now: clock.now(),
          ...ofNetwork,
        });
        if (waitMs === 0) logEvent(request.log, 'csp_violation', { ...found, address });
      }
      return reply.code(204).send();
    });
    done();
  });
}

type Found = { directive: string; blocked: string; page: string };

/** A single report (`report-uri`) or a list (Reporting API). */
function readReports(body: unknown): Found[] {
  const sent = parse(body);
  const reports = Array.isArray(sent)
    ? sent.map((each: unknown) => member(each, 'body'))
    : [member(sent, 'csp-report')];
  return reports.flatMap((report) => {
    const directive =
      text(report, 'effective-directive') ??
      text(report, 'effectiveDirective') ??
      text(report, 'violated-directive');
    if (directive === undefined || !/^[a-z-]{3,40}$/.test(directive)) return [];
    const blocked = text(report, 'blocked-uri') ?? text(report, 'blockedURL') ?? '';
    const page = text(report, 'document-uri') ?? text(report, 'documentURL') ?? '';
    return [
      { directive, blocked: addressPart(blocked, 'origin'), page: addressPart(page, 'pathname') },
    ];
  });
}

function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

function text(of: unknown, name: string): string | undefined {
  const value = member(of, name);
  return typeof value === 'string' ? value : undefined;
}

/** Without the query, which may hold an email. Words of the policy such as `inline` stay. */
function addressPart(address: string, part: 'origin' | 'pathname'): string {
  if (/^[a-z-]{0,40}$/.test(address)) return address;
  return URL.canParse(address) ? new URL(address)[part].slice(0, 200) : 'unreadable';
}
