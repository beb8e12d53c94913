import type { Endpoint } from '@recoup/contract/core/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, AuditContext } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { Clock } from '../core/clock.ts';
import { limiterMember } from '../core/limiter.ts';
import { type Db, withScope } from '../database/connections.ts';
import { toAuditOrigin } from '../security/audit-log.repository.ts';
import { recordRefusal } from '../security/audit-refusals.ts';
import { clientAddress } from '../security/client-address.ts';
import { clientAgent } from '../security/client-agent.ts';
import type { AfterResponse } from './after-response.ts';
import type { ReadCounter } from './read-counter.ts';

/** Dependencies of the audit lines that every endpoint writes, besides those of the rooms. */
export type Noting = {
  db: Db;
  clock: Clock;
  /** Pages of lists that are read on the screen. */
  reads: ReadCounter;
  background: AfterResponse;
};

type Refused = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply; error: Error };

/**
 * A request of a signed-in user without the right to it, after the response, which it must not slow
 * down. Throttled for each session.
 */
export function noteRefusal(noting: Noting, { endpoint, request, reply, error }: Refused): void {
  const { actor } = request;
  if (!actor || !(error instanceof AppError) || error.code !== 'forbidden') return;
  const origin = toAuditOrigin(requestAuditContext(noting, request, actor));
  const details = { request: `${endpoint.method} ${endpoint.path}` };
  noting.background.afterReply(reply.raw, async () =>
    recordRefusal(withScope(noting.db, actor.scope, limiterMember(actor)), {
      ...origin,
      action: 'request.refused',
      subjectId: null,
      details,
    }).catch((failure: unknown) =>
      request.log.error({ err: failure }, 'a refusal was not recorded'),
    ),
  );
}

type Answered = { endpoint: Endpoint; request: FastifyRequest; answer: unknown };

/** Counts the rows of a page of a list. */
export function countRead(noting: Noting, { endpoint, request, answer }: Answered): void {
  const { actor } = request;
  if (endpoint.method !== 'GET' || !actor || !isList(answer)) return;
  noting.reads.count(
    endpoint.path,
    requestAuditContext(noting, request, actor),
    answer.data.length,
  );
}

function isList(answer: unknown): answer is { data: readonly unknown[] } {
  return (
    typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
  );
}

function requestAuditContext(noting: Noting, request: FastifyRequest, actor: Actor): AuditContext {
  const [address, agent] = [clientAddress(request), clientAgent(request)];
  return { actor, address, agent, requestId: request.id, now: noting.clock.now() };
}
