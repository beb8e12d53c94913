/** Logs that a list could not be loaded (specification, section 8). */
export function logUnable(toGet: unknown): void {
  if (typeof toGet === 'string') console.error(`Unable to get ${toGet}`);
}

/** An attorney list without a firm (specification, section 8). */
export function logNoFirm(): void {
  console.error('Firm Id not present');
}
