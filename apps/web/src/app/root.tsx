import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { keepFocus } from '../ui/focus-keeper.ts';
import { ignoreSecondPress } from '../ui/second-press.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { ActivityBars } from './activity-bars.tsx';
import { ignoreKeyRepeat } from './key-repeat.ts';

/** What stays while pages come and go. */
export function Root() {
  // The focus, the keyboard and the pointer are outside React.
  useEffect(keepFocus, []);
  useEffect(ignoreKeyRepeat, []);
  useEffect(ignoreSecondPress, []);
  return (
    <>
      <ActivityBars />
      <Outlet />
      <ToastRegion />
      <ScrollRestoration />
    </>
  );
}
