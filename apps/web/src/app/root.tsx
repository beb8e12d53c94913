import { Outlet, ScrollRestoration } from 'react-router';
import { ToastRegion } from '../ui/toast.tsx';
import { ActivityBars } from './activity-bars.tsx';

/** What stays while pages come and go. */
export function Root() {
  return (
    <>
      <ActivityBars />
      <Outlet />
      <ToastRegion />
      <ScrollRestoration />
    </>
  );
}
