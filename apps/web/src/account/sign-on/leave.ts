const invitation = 'recoup-invitation';

/** An invitation's link has its secret behind the `#`, which reaches no server and no log. */
export function keepInvitation(hash: string): void {
  const secret = /^#invitation=([\w-]{43})$/.exec(hash)?.[1];
  if (secret !== undefined) sessionStorage.setItem(invitation, secret);
}

export function hasInvitation(): boolean {
  return sessionStorage.getItem(invitation) !== null;
}

/**
 * Goes to the provider. The secret of an invitation travels in a cookie, which the server removes:
 * the address would stand in the logs of proxies.
 */
export function leaveForSignOn(url: string, to: string | null): void {
  const address = new URL(url);
  const secret = sessionStorage.getItem(invitation);
  if (secret !== null) {
    const host = location.protocol === 'https:' ? '__Host-' : '';
    const end = host && ';secure';
    document.cookie = `${host}${invitation}=${secret};path=/;max-age=60;samesite=strict${end}`;
  }
  if (to !== null) address.searchParams.set('returnTo', to);
  window.location.assign(address);
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
