export const invitation = 'recoup-invitation';

/** An invitation's link has its secret behind the `#`, which reaches no server and no log. */
export function keepInvitation(hash: string): void {
  const secret = /^#invitation=([\w-]{43})$/.exec(hash)?.[1];
  if (secret !== undefined) sessionStorage.setItem(invitation, secret);
}

export function hasInvitation(): boolean {
  return sessionStorage.getItem(invitation) !== null;
}

/** An invitation links one account. */
export function dropInvitation(): void {
  sessionStorage.removeItem(invitation);
}

type Ticket = { ticket: string; to: string | null };

/** The ticket in the address, with which the page completes a single sign-on. */
export function ticketIn(hash: string): Ticket | undefined {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const ticket = params.get('ticket');
  return ticket === null ? undefined : { ticket, to: params.get('returnTo') };
}
