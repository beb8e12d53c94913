import { signOnFailures } from '@recoup/contract/sign-on/failures';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from '../ui/feedback/toast.tsx';

const done: Readonly<Record<string, string>> = {
  linked: 'Your account is linked.',
  confirmed: 'Confirmed. Please repeat what you were doing.',
};

/** Says what became of a visit to the provider, and takes it out of the address. */
export function SignOnReturn() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  // The address is outside React.
  useEffect(() => {
    const params = new URLSearchParams(hash.replace(/^#/, ''));
    const [result, failure] = [params.get('sign-on'), params.get('sign-on-error')];
    if (result === null && failure === null) return;
    const known = Object.entries(signOnFailures).find(([name]) => name === failure);
    const text = known?.[1] ?? done[result ?? ''];
    if (text !== undefined) toast(text, known ? 'bad' : 'good');
    void navigate({ pathname, search }, { replace: true });
  }, [hash, pathname, search, navigate]);
  return null;
}
