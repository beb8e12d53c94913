/** Product.md, "People and accounts". */
export const accountTimes = {
  idleMinutes: 30,
  absoluteHours: 8,
  recentSignInMinutes: 10,
  codeMinutes: 5,
  resendSeconds: 60,
} as const;

/** Validity of an initial password and of an invitation. */
export const firstSignInDays = 14;

export function firstSignInEnd(madeAt: Date): Date {
  return new Date(madeAt.getTime() + firstSignInDays * 86_400_000);
}

/** Header of every signed-in response: seconds until the idle session ends. */
export const sessionLeftHeader = 'session-seconds-left';
