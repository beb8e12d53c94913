/** The link of an invitation names the email; what is no email is ignored. */
export function invitedEmail(search: string): string | undefined {
  const value = new URLSearchParams(search).get('email') ?? '';
  return value.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]+\.[a-z\d-]{2,}$/i.test(value)
    ? value.toLowerCase()
    : undefined;
}

export function withoutEmail(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('email');
  return params.toString();
}
