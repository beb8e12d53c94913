import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/feedback/toast.tsx';
import { useNavigateHere } from '../browser/navigate-here.ts';
import { invalidate, type Subject } from './read.ts';

/** Announces what a form saved, marks the changed subjects as outdated, and leaves the page. */
export function useFinish(changes: readonly Subject[]) {
  const client = useQueryClient();
  const navigate = useNavigateHere();
  return async (done: string, goTo: string): Promise<void> => {
    toast(done);
    await invalidate(client, changes);
    await navigate(goTo);
  };
}
