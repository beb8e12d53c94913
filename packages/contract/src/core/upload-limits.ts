/** A million rows of our own layout in characters; JSON may double them by escapes. */
export const uploadLimits = { characters: 100_000_000, bodyBytes: 150_000_000 } as const;

/** The largest body of a file of matters or calls, as pages and messages name it. */
export const uploadLimitText = `${uploadLimits.bodyBytes / 1_000_000} MB`;
