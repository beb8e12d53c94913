const marker = 'recoup-sign-on';
const invitation = 'recoup-invitation';

/** An invitation's link has its secret behind the `#`, which reaches no server and no log. */
export function keepInvitation(hash: string): void {
  const secret = /^#invitation=([\w-]{43})$/.exec(hash)?.[1];
  if (secret !== undefined) sessionStorage.setItem(invitation, secret);
}

export function hasInvitation(): boolean {
  return sessionStorage.getItem(invitation) !== null;
}

/** Goes to the provider, and remembers that this browser did. */
export function leaveForSignOn(url: string, to: string | null): void {
  const address = new URL(url);
  const secret = sessionStorage.getItem(invitation);
  if (secret !== null) address.searchParams.set('invitation', secret);
  if (to !== null) address.searchParams.set('returnTo', to);
  sessionStorage.setItem(marker, '1');
  window.location.assign(address);
}

/**
 * Whether this tab went to the provider itself. A link of a stranger could bring a ticket of the
 * stranger's, and let the user work in another account.
 */
export function takeMarker(): boolean {
  const isOwn = sessionStorage.getItem(marker) !== null;
  sessionStorage.removeItem(marker);
  sessionStorage.removeItem(invitation);
  return isOwn;
}

type Ticket = { ticket: string; to: string | null };

/** The ticket in the address, with which the page completes a single sign-on. */
export function ticketIn(hash: string): Ticket | undefined {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const ticket = params.get('ticket');
  return ticket === null ? undefined : { ticket, to: params.get('returnTo') };
}
