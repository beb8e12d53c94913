import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';

/** The contract's schemas are loaded while one types, not with the page. */
const loadQueries = () => import('../account.queries.ts');

export type Offer = { url: string; provider: string };

/** The single sign-on of the typed email's domain, and what looks it up. */
export function useOffer(email: string): { offer: Offer | null; look: (typed: string) => void } {
  const [offer, setOffer] = useState<Offer | null>(null);
  const latest = useRef('');
  const look = (typed: string): void => {
    const domain = typedDomain(typed);
    if (domain === latest.current) return;
    latest.current = domain;
    setOffer(null);
    if (domain !== '') void lookUp(typed.trim(), domain);
  };
  const lookUp = async (typed: string, domain: string): Promise<void> => {
    // Without an answer the password is there.
    const found = await loadQueries().then(
      async ({ findSignOn }) => findSignOn(typed).catch(() => null),
      () => null,
    );
    if (latest.current === domain) setOffer(found);
  };
  const lookAtStart = useEffectEvent(() => look(email));
  // The email of an invitation is there from the start.
  useEffect(() => lookAtStart(), []);
  return { offer, look };
}

function typedDomain(typed: string): string {
  return /@((?:[\w-]+\.)+[a-z]{2,})$/i.exec(typed.trim())?.[1]?.toLowerCase() ?? '';
}

/** Leads to the provider of the firm. */
export function ContinueWith({ offer, isMain }: { offer: Offer; isMain: boolean }) {
  const leave = async (): Promise<void> => {
    // Loaded with the offer.
    const { leaveForSignOn } = await loadQueries();
    leaveForSignOn(offer.url, new URLSearchParams(location.search).get('to'));
  };
  return (
    <Button variant={isMain ? 'filled' : 'outline'} onClick={() => void leave()}>
      Continue with {offer.provider}
    </Button>
  );
}
