/** First and last day of a month `YYYY-MM`. */
export function monthDays(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to };
}
