import { type KeyScope, type Principal, role } from '@recoup/contract/core/access';
import { AppError } from './app-error.ts';

declare const scopeBrand: unique symbol;

/** The right to one firm's data; the compiler rejects any other object. */
export type FirmScope = { firmId: string; [scopeBrand]: 'firm' };
/** The system administrator's right to all firms. */
export type AllFirmsScope = { firmId: undefined; [scopeBrand]: 'all' };
export type Scope = FirmScope | AllFirmsScope;

/** The signed-in user. */
export type Actor = Principal & {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  scope: Scope;
  authenticatedAt: Date;
  /** The session's end without another request. */
  endsAt: Date;
  /** Set for an API key; `sessionId` is then the id of the key. */
  key?: { name: string; scopes: readonly KeyScope[] };
  /** A job that runs in the user's name, without a session. */
  isJob?: boolean;
  secondFactor: {
    isOn: boolean;
    /** Whether this session was opened with it. */
    isUsed: boolean;
    /** The South African day from which a policy requires one; null without such a policy. */
    requiredFrom: string | null;
    /** By that policy, today. */
    isRequired: boolean;
  };
};

/** Fields of an actor from whom no policy requires a second factor. */
export const noFactor = {
  owesFactor: false,
  secondFactor: { isOn: false, isUsed: false, requiredFrom: null, isRequired: false },
} as const satisfies Partial<Actor>;

/** Context that the audit log stores with a change; `agent` is the browser's own name. */
export type AuditContext = {
  actor: Actor;
  address: string;
  requestId: string;
  now: Date;
  agent?: string | undefined;
};

export function createFirmScope(firmId: string): FirmScope {
  return { firmId } as FirmScope; // the brand exists in the type alone
}

export function createAllFirmsScope(): AllFirmsScope {
  return { firmId: undefined } as AllFirmsScope; // the brand exists in the type alone
}

/** The access table keeps the system administrator, who has no firm, from these endpoints. */
export function requireFirmScope(actor: Actor): FirmScope {
  if (actor.scope.firmId === undefined) throw new AppError('forbidden');
  return actor.scope;
}

/** A firm admin may only name the own firm; another firm's id answers as a missing one. */
export function resolveFirmScope(actor: Actor, firmId: string): FirmScope;
export function resolveFirmScope(actor: Actor, firmId: string | undefined): Scope;
export function resolveFirmScope(actor: Actor, firmId: string | undefined): Scope {
  if (firmId === undefined) return actor.scope;
  if (actor.role === role.systemAdmin) return createFirmScope(firmId);
  if (actor.scope.firmId !== firmId) throw new AppError('not_found');
  return actor.scope;
}
