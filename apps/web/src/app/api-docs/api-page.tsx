import { apiRoot } from '@recoup/contract/core/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { networkError, readApiError } from '../../platform/api/api-error.ts';
import { trackActivity } from '../../platform/session/activity.ts';
import { ChevronIcon } from '../../ui/controls/icons.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { SearchBox } from '../../ui/search/search-box.tsx';
import { BrandBar } from '../frame/brand-bar.tsx';
import {
  type ApiDocument,
  type ApiEndpoint,
  groupEndpoints,
  keyScopesText,
} from './api-document.ts';
import styles from './api-page.module.css';
import firstStepsStyles from './first-steps.module.css';
import { contents, SchemaFields, Shape } from './schema-shape.tsx';

const documentUrl = `${apiRoot}/openapi.json`;

/** Documents every endpoint; public, like the OpenAPI document itself. */
export function ApiPage() {
  const document = useQuery({
    queryKey: ['api-document'],
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
        <Loaded query={document} what="The API">
          {(data) => <Calls document={data} />}
        </Loaded>
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

/** One endpoint: closed its address and what it is for, open all that goes in and comes out. */
function EndpointDetails({ document, endpoint }: { document: ApiDocument; endpoint: ApiEndpoint }) {
  const scopes = keyScopesText(endpoint);
  const parameters = endpoint.parameters.map(({ name, schema, required, ...parameter }) => ({
    name,
    schema,
    note: `${parameter.in}${required ? ', required' : ''}`,
  }));
  return (
    <details className={styles.endpoint} id={endpoint.operationId}>
      <summary>
        <span className={styles.method}>{endpoint.method}</span>
        <code>{endpoint.path}</code>
        <span className={styles.summary}>{withCode(endpoint.summary)}</span>
        <ChevronIcon />
      </summary>
      <div className={styles.body}>
        <p>
          <strong>Who may:</strong> {endpoint['x-who-may']}
          {scopes !== '' && `, or an API key with the scope ${scopes}`}.
        </p>
        {parameters.length > 0 && (
          <SchemaFields title="Parameters" document={document} rows={parameters} />
        )}
        {contents(endpoint.requestBody).map(({ type, schema }) => (
          <Shape key={type} title={`Body, ${type}`} document={document} schema={schema} />
        ))}
        <Replies document={document} responses={endpoint.responses} />
      </div>
    </details>
  );
}

/** Renders text between backticks as code. */
function withCode(text: string) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function Replies({
  document,
  responses,
}: {
  document: ApiDocument;
  responses: ApiEndpoint['responses'];
}) {
  const isGood = (status: string) => status.startsWith('2');
  const all = Object.entries(responses);
  const shapes = all
    .filter(([status]) => isGood(status))
    .flatMap(([status, reply]) => contents(reply).map((one) => ({ ...one, status })));
  return (
    <>
      {shapes.map(({ status, type, schema }) => (
        <Shape
          key={`${status} ${type}`}
          title={`Reply ${status}, ${type}`}
          document={document}
          schema={schema}
        />
      ))}
      <h3>Errors</h3>
      <dl className={styles.errors}>
        {all
          .filter(([status]) => !isGood(status))
          .map(([status, { description }]) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{description}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

/** How to begin with a key and curl, step by step. */
function FirstStepsPanel() {
  return (
    <Panel label="How to begin">
      <h2>How to begin</h2>
      <p>
        A program calls Recoup with an API key of the firm in the header <code>Authorization</code>.
        It may do what the admin who made it may, within its scopes. The commands are for a shell
        with curl.
      </p>
      <ol className={firstStepsStyles.steps}>
        {firstSteps.map(({ title, about, command }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{about}</p>
            <pre>{command}</pre>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type Step = { title: string; about: string; command: string };

const key = '-H "Authorization: Bearer $KEY"';
const json = `-H 'Content-Type: application/json'`;
const ids = `"attorney":"'$ATTORNEY'","matter":"'$MATTER'","disbursementType":"'$TYPE'"`;

/** The main job by curl, for a shell. */
const firstSteps: readonly Step[] = [
  {
    title: 'Make a key',
    about:
      'As firm admin: Integrations, Make a key, with all four scopes for this tour. ' +
      'A program of yours gets the scopes that it needs.',
    command: `API=${location.origin}${apiRoot}\nKEY=rk_…`,
  },
  {
    title: 'List matters',
    about: 'Twenty of them. MATTER is the _id of the one to record on.',
    command: `curl -sS "$API/matters?itemsPerPage=20" ${key}`,
  },
  {
    title: 'Send a matter file',
    about:
      'The columns are found by their names, such as Matter No, Description and Client. ' +
      'The same file again changes nothing.',
    command: `curl -sS "$API/imports?fileName=matters.csv" ${key} \\
  -H 'Content-Type: text/csv' --data-binary @matters.csv`,
  },
  {
    title: 'Look up attorneys and disbursement types',
    about: 'ATTORNEY and TYPE are an _id of each.',
    command: `curl -sS "$API/users?role=0" ${key}\ncurl -sS "$API/disbursements" ${key}`,
  },
  {
    title: 'Record a call',
    about:
      'The server sets the price. Add an _id of your own, a UUID: sent again under it, the call ' +
      'is recorded once.',
    command: `curl -sS "$API/entries" ${key} ${json} \\
  -d '{${ids},
       "date":"'$(date +%F)'","minutes":7}'`,
  },
  {
    title: 'Close, and fetch the export',
    about: 'Closing locks the entries. EXPORT is the _id of the answer.',
    command: `curl -sS "$API/exports" ${key} ${json} -d '{}'
curl -sS "$API/exports/$EXPORT/file" ${key} -H 'Accept: text/csv' -o export.csv`,
  },
];
