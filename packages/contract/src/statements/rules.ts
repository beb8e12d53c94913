/** For whom a statement is. */
export const statementPurposes = ['client', 'taxation'] as const;
export type StatementPurpose = (typeof statementPurposes)[number];

/** The kinds of files of a ZIP. */
export const statementKinds = ['pdf', 'xlsx'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Limits of one statement by kind, and of a ZIP. The server makes JSON and PDF in memory. */
export const statementLimits = {
  lines: { json: 20_000, pdf: 50_000, xlsx: 1_000_000 },
  zip: { matters: 2_000, lines: 200_000 },
} as const;
