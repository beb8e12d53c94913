const southAfricaMs = 2 * 3_600_000;

/** So many days after today, which is the day in South Africa. */
export function dayIn(days: number): string {
  return new Date(Date.now() + southAfricaMs + days * 86_400_000).toISOString().slice(0, 10);
}
