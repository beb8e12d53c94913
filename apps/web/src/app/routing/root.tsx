import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { Surroundings } from '../frame/surroundings.tsx';

/** What stays while pages come and go. */
export function Root() {
  return (
    <Surroundings isNavigating={useNavigation().state !== 'idle'}>
      <Outlet />
      <ScrollRestoration />
    </Surroundings>
  );
}
