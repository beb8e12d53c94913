import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { Surroundings } from '../frame/surroundings.tsx';

/** Layout that stays mounted while the page changes. */
export function Root() {
  return (
    <Surroundings isNavigating={useNavigation().state !== 'idle'}>
      <Outlet />
      <ScrollRestoration />
    </Surroundings>
  );
}
