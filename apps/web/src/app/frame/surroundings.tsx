import { type ReactNode, useEffect } from 'react';
import { keepFocus } from '../../ui/dialog/focus-keeper.ts';
import { ignoreSecondPress } from '../../ui/dialog/second-press.ts';
import { ToastRegion } from '../../ui/feedback/toast.tsx';
import { ignoreKeyRepeat } from '../shortcuts/key-repeat.ts';
import { ActivityBars } from './activity-bars.tsx';

type Props = { isNavigating: boolean; children: ReactNode };

/** Frame of every page, including the sign-in page: activity bars and toasts. */
export function Surroundings({ isNavigating, children }: Props) {
  // The focus, the keyboard and the pointer are outside React.
  useEffect(keepFocus, []);
  useEffect(ignoreKeyRepeat, []);
  useEffect(ignoreSecondPress, []);
  return (
    <>
      <ActivityBars isNavigating={isNavigating} />
      {children}
      <ToastRegion />
    </>
  );
}
