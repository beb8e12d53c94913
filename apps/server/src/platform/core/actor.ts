import { type Principal, role } from '@recoup/contract/core/access';
import { AppError } from './app-error.ts';

declare const scopeBrand: unique symbol;

/** The right to read and write one firm's data. Only the session gate mints it (`sessions.ts`). */
export type FirmScope = { firmId: string; [scopeBrand]: 'firm' };
/** The system administrator's right to look over all firms. */
export type AllFirmsScope = { firmId: undefined; [scopeBrand]: 'all' };

/** Who asks, as one value. */
export type Actor = Principal & {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  scope: FirmScope | AllFirmsScope;
  /** When the password was last given. */
  authenticatedAt: Date;
  /** When the session ends if nothing more is asked. */
  endsAt: Date;
};

/** Who changes something, when and from where: what the audit log keeps beside the change itself. */
export type AuditContext = { actor: Actor; address: string; requestId: string; now: Date };

export function createFirmScope(firmId: string): FirmScope {
  return { firmId } as FirmScope; // the brand exists in the type alone
}

export function createAllFirmsScope(): AllFirmsScope {
  return { firmId: undefined } as AllFirmsScope; // the brand exists in the type alone
}

/** The actor's own firm. The system administrator has none; the access table keeps that role from calls that need one. */
export function requireFirmScope(actor: Actor): FirmScope {
  if (actor.scope.firmId === undefined) throw new AppError('forbidden');
  return actor.scope;
}

/**
 * The firm that a call names, within what the actor may see: a firm admin may only name the own one,
 * and another firm's id must not be told from a missing one.
 */
export function resolveFirmScope(actor: Actor, firmId: string): FirmScope;
export function resolveFirmScope(
  actor: Actor,
  firmId: string | undefined,
): FirmScope | AllFirmsScope;
export function resolveFirmScope(
  actor: Actor,
  firmId: string | undefined,
): FirmScope | AllFirmsScope {
  if (firmId === undefined) return actor.scope;
  if (actor.role === role.systemAdmin) return createFirmScope(firmId);
  if (actor.scope.firmId !== firmId) throw new AppError('not_found');
  return actor.scope;
}
