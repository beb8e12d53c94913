import { firstSignInDays, firstSignInEnd } from '@recoup/contract/account/rules';

type Invitation = { email: string; firmName: string; publicUrl: string; now: Date };
type Mail = { to: string; subject: string; body: string };

/** A firm admin has no password: the one-time password is the only way in, and ends. */
export function invitationOfAdmin(to: Invitation): Mail {
  const purpose = `You are now the administrator of ${to.firmName} on Recoup, which recovers the firm's disbursements.`;
  return invitation(to, { purpose, until: validityLines(to.now, 'the system administrator') });
}

/** `isOnlyWay` without an initial password: then the invitation ends. */
export function invitationOfAttorney({
  isOnlyWay = false,
  ...to
}: Invitation & { isOnlyWay?: boolean }): Mail {
  const purpose = `You can now record calls and disbursements of ${to.firmName} on Recoup.`;
  return invitation(to, {
    purpose,
    until: isOnlyWay ? validityLines(to.now, 'your firm admin') : [],
  });
}

function validityLines(now: Date, renewer: string): string[] {
  const end = new Intl.DateTimeFormat('en-ZA', {
    dateStyle: 'long',
    timeZone: 'Africa/Johannesburg',
  }).format(firstSignInEnd(now));
  return [
    `This invitation works for ${firstSignInDays} days, until ${end}. Later, ask ${renewer} for a new one.`,
    '',
  ];
}

/** Never holds a password: mails are read by others. */
function invitation(
  { email, firmName, publicUrl }: Invitation,
  { purpose, until }: { purpose: string; until: readonly string[] },
): Mail {
  const lines = [
    'Good day,',
    '',
    purpose,
    '',
    `To choose your password, open ${publicUrl}/logon, enter ${email} and choose "Forgot password". A one-time password is then sent to your cell.`,
    '',
    ...until,
    'If you did not expect this mail, you need not do anything.',
    '',
    'Recoup',
  ];
  return { to: email, subject: `Your Recoup account for ${firmName}`, body: lines.join('\n') };
}
