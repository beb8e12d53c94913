import type { Db } from '../src/platform/db.ts';
/** A firm with one domain; what a test does not name is made up. */
export declare function aFirm(
  db: Db,
  given?: {
    name?: string;
    domain?: string;
  },
): Promise<{
  id: string;
  name: string;
  domain: string;
}>;
type GivenUser = {
  firm?: {
    id: string;
    domain: string;
  } | null;
  role?: number;
  name?: string;
  email?: string;
  cell?: string;
  status?: number;
  password?: string;
  pwdResetRequired?: boolean;
};
/** A user; an active attorney of a new firm unless the test says otherwise. `firm: null` is for the system administrator. */
export declare function aUser(
  db: Db,
  given?: GivenUser,
): Promise<{
  id: string;
  firmId: string | null;
  email: string;
  name: string;
}>;
export declare function aDisbursementType(
  db: Db,
  firm: {
    id: string;
  },
  given?: {
    title?: string;
    fixed?: boolean;
    calculated?: boolean;
    active?: boolean;
  },
): Promise<{
  id: string;
  title: string;
}>;
export declare function aMatter(
  db: Db,
  firm: {
    id: string;
  },
  given?: {
    number?: string;
    description?: string;
    client?: string;
  },
): Promise<{
  id: string;
  number: string;
}>;
/** Fee rows as [start, end, cents] in minutes, and `thereafter` as [interval, cents]. */
export declare function callFees(
  db: Db,
  of: {
    firm: {
      id: string;
    };
    attorney: {
      id: string;
    };
    type: {
      id: string;
    };
  },
  rows: {
    bands: [number, number, number][];
    thereafter?: [number, number];
  },
): Promise<{
  id: string;
}>;
/** An entry as it is kept; by default R 10.00 on 5 March 2026. */
export declare function anEntry(
  db: Db,
  of: {
    firm: {
      id: string;
    };
    attorney: {
      id: string;
    };
    matter: {
      id: string;
    };
    type: {
      id: string;
    };
  },
  given?: {
    date?: string;
    amountCents?: number;
    narration?: string;
    minutes?: number;
    quantity?: number;
  },
): Promise<{
  id: string;
}>;
export {};
