import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { keepFocus } from '../../ui/dialog/focus-keeper.ts';
import { ignoreSecondPress } from '../../ui/dialog/second-press.ts';
import { ToastRegion } from '../../ui/feedback/toast.tsx';
import { ActivityBars } from '../frame/activity-bars.tsx';
import { ignoreKeyRepeat } from '../shortcuts/key-repeat.ts';

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
