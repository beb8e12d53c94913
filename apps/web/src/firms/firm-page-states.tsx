import { ApiError } from '../platform/api-error.ts';
import { paths } from '../platform/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageFrame, Panel } from '../ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

type Props = { readonly title: string; readonly error: Error | null; readonly onRetry: () => void };

/** What a form shows in place of the firm that it waits for, cannot load, or that does not exist. */
export function FirmPending({ title, error, onRetry }: Props) {
  return (
    <PageFrame title={title} width="form">
      <Panel>
        {error === null && <p aria-busy="true">Loading…</p>}
        {error !== null && isUnknown(error) && (
          <EmptyState title="There is no such firm." action={<ButtonLink to={paths.firms}>Go Back</ButtonLink>}>
            The address names a firm that does not exist. Please choose one from the list.
          </EmptyState>
        )}
        {error !== null && !isUnknown(error) && (
          <ErrorState title="The firm could not be loaded." message={error.message} onRetry={onRetry} />
        )}
      </Panel>
    </PageFrame>
  );
}

/** An id that is none is as unknown as one that nobody has. */
function isUnknown(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
