import { BrandBar } from '../frame/brand-bar.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** An address that nothing has, outside of the signed-in frame. */
export function PublicNotFoundPage() {
  return (
    <>
      <BrandBar />
      <NotFoundPage />
    </>
  );
}
