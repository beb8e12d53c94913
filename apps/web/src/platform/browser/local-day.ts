/** South Africa is two hours ahead of UTC all year. */
const southAfricaMs = 2 * 3600000;

/** The date in South Africa, by which months are closed. */
export function localDay(at: Date): string {
  return new Date(at.getTime() + southAfricaMs).toISOString().slice(0, 10);
}

/** `localDay` of now, or of so many days before. */
export function today(daysBefore = 0): string {
  return localDay(new Date(Date.now() - daysBefore * 86400000));
}
