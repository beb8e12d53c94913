/** The link of an invitation names the email; what is no email is ignored. */
export function invitedEmail(search: string): string | undefined {
  const value = new URLSearchParams(search).get('email') ?? '';
  return value.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]+\.[a-z\d-]{2,}$/i.test(value)
    ? value.toLowerCase()
    : undefined;
}

/** The query of the next step: without the email, and with the page to open at the end. */
export function nextSearch(search: string, to?: string | null): string {
  const params = new URLSearchParams(search);
  params.delete('email');
  if (to) params.set('to', to);
  return params.toString();
}
