/** From the document, because a password manager fills its fields before React draws them. */
export function typedIn(form: HTMLFormElement): { email: string; password: string } {
  const { email, password } = Object.fromEntries(new FormData(form));
  return {
    email: typeof email === 'string' ? email : '',
    password: typeof password === 'string' ? password : '',
  };
}
