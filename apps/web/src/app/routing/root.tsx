import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useServiceWorker } from '../../platform/browser/offline-page.ts';
import { Surroundings } from '../frame/surroundings.tsx';

/** Layout that stays mounted while the page changes. */
export function Root() {
  useServiceWorker();
  return (
    <Surroundings isNavigating={useNavigation().state !== 'idle'}>
      <Outlet />
      <ScrollRestoration />
    </Surroundings>
  );
}
