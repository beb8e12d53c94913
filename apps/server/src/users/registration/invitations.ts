import { firstSignInDays, firstSignInEnd } from '@recoup/contract/account/rules';

export type Invitation = {
  email: string;
  firmName: string;
  publicUrl: string;
  now: Date;
  /** The secret that links the account of the provider; undefined without single sign-on. */
  signOn: { secret: string; provider: string } | undefined;
};
export type Mail = { to: string; subject: string; body: string };

/** A firm admin signs in with a one-time password, so the invitation expires. */
export function invitationOfAdmin(to: Invitation): Mail {
  const purpose =
    `You are now the administrator of ${to.firmName} on Recoup, ` +
    "which recovers the firm's disbursements.";
  return invitation(to, { purpose, validity: validityLines(to.now, 'the system administrator') });
}

/** `expires` for an attorney without an initial password: then the invitation expires. */
export function invitationOfAttorney({
  expires = false,
  ...to
}: Invitation & { expires?: boolean }): Mail {
  const purpose = `You can now record entries for ${to.firmName} on Recoup.`;
  const validity = expires ? validityLines(to.now, 'your firm admin') : [];
  return invitation(to, { purpose, validity });
}

/** Without SMS the first sign-in is with the initial password, which the firm admin hands over. */
export function invitationOfAuditor({
  hasSms,
  expires = false,
  ...to
}: Invitation & { hasSms: boolean; expires?: boolean }): Mail {
  const purpose = `You can now read the disbursements of ${to.firmName} on Recoup.`;
  const validity = expires ? validityLines(to.now, 'your firm admin') : [];
  if (hasSms || to.signOn) return invitation(to, { purpose, validity });
  return createMail(to, [
    purpose,
    'To sign in, open this page:',
    logonAddress(to),
    `Sign in with ${to.email} and the initial password, which your firm admin gives you.`,
  ]);
}

function validityLines(now: Date, renewer: string): string[] {
  // Not en-ZA, which writes 09 December.
  const end = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeZone: 'Africa/Johannesburg',
  }).format(firstSignInEnd(now));
  const validity = `This invitation works for ${firstSignInDays} days, until ${end}.`;
  return [`${validity} Later, ask ${renewer} for a new one.`];
}

function invitation(
  to: Invitation,
  { purpose, validity }: { purpose: string; validity: readonly string[] },
): Mail {
  const { signOn, email } = to;
  if (signOn)
    return createMail(to, [
      purpose,
      `To sign in, open this page and choose "Continue with ${signOn.provider}":`,
      `${logonAddress(to)}#invitation=${signOn.secret}`,
      `This link is for you alone. Later, you sign in on the same page with ${email}.`,
      ...(validity.length > 0 ? validity : validityLines(to.now, 'your firm admin')),
    ]);
  return createMail(to, [
    purpose,
    `To choose your password, open this page and choose "Choose your password":`,
    logonAddress(to),
    'A one-time password is then sent to your cell. Later, you sign in on the same page ' +
      `with ${to.email}.`,
    ...validity,
  ]);
}

function logonAddress({ email, publicUrl }: Invitation): string {
  return `${publicUrl}/logon?email=${encodeURIComponent(email)}`;
}

/** Never holds a password, because others may read the mail. */
function createMail({ email, firmName }: Invitation, paragraphs: readonly string[]): Mail {
  const body = [
    'Good day,',
    ...paragraphs,
    'If you were not expecting this email, you can ignore it.',
    'Recoup',
  ].join('\n\n');
  return { to: email, subject: `Your Recoup account for ${firmName}`, body };
}
