import { firstSignInDays, firstSignInEnd } from '@recoup/contract/account/rules';

type Invitation = { email: string; firmName: string; publicUrl: string; now: Date };
type Mail = { to: string; subject: string; body: string };

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

function validityLines(now: Date, renewer: string): string[] {
  // Not en-ZA, which writes 09 December.
  const end = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeZone: 'Africa/Johannesburg',
  }).format(firstSignInEnd(now));
  const validity = `This invitation works for ${firstSignInDays} days, until ${end}.`;
  return [`${validity} Later, ask ${renewer} for a new one.`];
}

/** Never holds a password, because others may read the mail. */
function invitation(
  { email, firmName, publicUrl }: Invitation,
  { purpose, validity }: { purpose: string; validity: readonly string[] },
): Mail {
  const paragraphs = [
    'Good day,',
    purpose,
    `To choose your password, open this page and choose "Forgot password":`,
    `${publicUrl}/logon?email=${encodeURIComponent(email)}`,
    'A one-time password is then sent to your cell. Later, you sign in on the same page ' +
      `with ${email}.`,
    ...validity,
    'If you were not expecting this email, you can ignore it.',
    'Recoup',
  ];
  const body = paragraphs.join('\n\n');
  return { to: email, subject: `Your Recoup account for ${firmName}`, body };
}
