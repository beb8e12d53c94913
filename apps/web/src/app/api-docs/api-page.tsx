import { apiRoot } from '@recoup/contract/core/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { trackActivity } from '../../platform/session/activity.ts';
import { readApiError, networkError } from '../../platform/api/api-error.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { SearchBox } from '../../ui/search/search-box.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { EndpointDetails } from './api-endpoint.tsx';
import { type ApiDocument, groupEndpoints } from './api-document.ts';
import styles from './api-page.module.css';
import { FirstStepsPanel } from './first-steps-panel.tsx';
import { BrandBar } from '../frame/brand-bar.tsx';

const documentUrl = `${apiRoot}/openapi.json`;

/** Documents every endpoint; public, like the OpenAPI document itself. */
export function ApiPage() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.apiDocument,
    queryFn: ({ signal }) => loadDocument(signal),
    staleTime: Infinity,
  });
  return (
    <>
      <BrandBar />
      <PageFrame
        title="API"
        intro={
          <>
            All endpoints are below <code>{apiRoot}</code> and speak JSON. The same as{' '}
            <a href={documentUrl}>OpenAPI 3.1</a>.
          </>
        }
      >
        <FirstStepsPanel />
        {error !== null && (
          <ErrorState
            title="The API could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {error === null && !data && <p aria-busy="true">Loading…</p>}
        {data !== undefined && <Calls document={data} />}
      </PageFrame>
    </>
  );
}

function Calls({ document }: { document: ApiDocument }) {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const groups = groupEndpoints(document, search);
  return (
    <>
      <SearchBox
        label="Search path or summary"
        value={search}
        onSearch={(text) =>
          setParams(text === '' ? {} : { search: text }, {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      {groups.length === 0 && (
        <EmptyState title={`Nothing matches “${search}”.`}>Try fewer or other letters.</EmptyState>
      )}
      {groups.map(({ name, endpoints }) => (
        <section key={name} className={styles.group} aria-label={name}>
          <h2>{name}</h2>
          {endpoints.map((endpoint) => (
            <EndpointDetails key={endpoint.operationId} document={document} endpoint={endpoint} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Not an endpoint of the contract: it describes them all. */
async function loadDocument(signal: AbortSignal): Promise<ApiDocument> {
  const response = await trackActivity(() => fetch(documentUrl, { signal })).catch(
    (thrown: unknown) => {
      if (signal.aborted) throw thrown;
      throw networkError();
    },
  );
  if (!response.ok) throw await readApiError(response);
  return (await response.json()) as ApiDocument; // the server makes it from the contract
}
