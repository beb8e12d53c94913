/** The ways to complete a sign-in with a challenge. */
export const factorMethods = ['totp', 'passkey', 'recovery'] as const;
export type FactorMethod = (typeof factorMethods)[number];
