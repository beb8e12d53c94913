/** What a session and a code may last (product.md, "People and accounts"). */
export const accountTimes = {
  idleMinutes: 30,
  absoluteHours: 8,
  recentSignInMinutes: 10,
  codeMinutes: 5,
  resendSeconds: 60,
} as const;

/** An initial password and an invitation open something for so long. */
export const firstSignInDays = 14;

/** When they end, after they were made. */
export function firstSignInEnd(madeAt: Date): Date {
  return new Date(madeAt.getTime() + firstSignInDays * 86_400_000);
}

/** Seconds that the session of the request lives on if nothing more is asked: a header of every signed-in answer. */
export const sessionLeftHeader = 'session-seconds-left';
