import { accountTimes, firstSignInDays } from '@recoup/contract/account/rules';

export const expiredInvitationSms =
  `Your invitation to Recoup has ended after ${firstSignInDays} days. ` +
  'Please ask your administrator for a new one.';

/** The last line lets a phone's browser fill in the code, in this origin only (WebOTP). */
export function oneTimePasswordSms(code: string, host: string): string {
  return (
    `${code} is your Recoup one-time password. It works for ${accountTimes.codeMinutes} minutes. ` +
    `Do not share it with anyone, not even us.\n\n@${host} #${code}`
  );
}
