import { useRouteError } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';

/** Offline, or a new release replaced the files. Reloading helps in both cases. */
export function RouteErrorPage() {
  const error = useRouteError();
  const message =
    error instanceof ApiError ? error.message : 'The page could not be loaded. Please try again.';
  return (
    <PageFrame title="Something went wrong">
      <ErrorState
        title="This page cannot be shown."
        message={message}
        onRetry={() => window.location.reload()}
      />
    </PageFrame>
  );
}
