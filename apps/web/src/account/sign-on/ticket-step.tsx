import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorTexts } from '@recoup/contract/core/error-texts';
import { ApiError } from '../../platform/api/api-error.ts';
import { signIn } from '../account.queries.ts';
import type { Step } from '../sign-in-step.ts';
import { dropInvitation } from './leave.ts';

type Props = {
  ticket: string;
  onSignedIn: () => void | Promise<void>;
  onStep: (step: Step) => void;
};

/**
 * Completes a single sign-on: the ticket works once, so it is sent once. The server takes it only
 * from the browser that began, so a link of a stranger opens no account here.
 */
export function TicketStep({ ticket, onSignedIn, onStep }: Props) {
  const client = useQueryClient();
  const isSent = useRef(false);
  const complete = useEffectEvent(async () => {
    if (isSent.current) return;
    isSent.current = true;
    dropInvitation();
    try {
      const challenge = await signIn(client, { ticket });
      if (challenge) onStep({ at: 'second-factor', email: '', challenge });
      else await onSignedIn();
    } catch (error) {
      const text = error instanceof ApiError ? error.message : errorTexts.unavailable;
      onStep({ at: 'sign-in', email: '', error: text });
    }
  });
  // The address has the ticket from the start.
  useEffect(() => void complete(), []);
  return <p role="status">Signing you in …</p>;
}
