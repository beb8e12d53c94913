import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../ui/feedback/toast.tsx';
import { invalidate, type Subject } from './read.ts';

/**
 * Announces what a form saved, marks the changed subjects as outdated, and leaves the page, unless
 * the user has left it meanwhile.
 */
export function useFinish(changes: readonly Subject[]) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (done: string, goTo: string): Promise<void> => {
    toast(done);
    await invalidate(client, changes);
    if (isHere.current) await navigate(goTo);
  };
}
