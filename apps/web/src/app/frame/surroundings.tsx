import { type ReactNode, useEffect } from 'react';
import { keepFocus } from '../../ui/dialog/focus-keeper.ts';
import { ignoreSecondPress } from '../../ui/dialog/second-press.ts';
import { ToastRegion } from '../../ui/feedback/toast.tsx';
import { ignoreKeyRepeat } from '../shortcuts/key-repeat.ts';
import { ActivityBars } from './activity-bars.tsx';

type Props = { isNavigating: boolean; children: ReactNode };

/** What each page has around it, the sign-in page too. */
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
