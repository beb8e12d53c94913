import { type ApiEndpoint, type ApiDocument, keyScopesText } from './api-document.ts';
import { ChevronIcon } from '../../ui/controls/icons.tsx';
import styles from './api-page.module.css';
import { SchemaFields, contents, Shape } from './schema-shape.tsx';

/** One endpoint: closed its address and what it is for, open all that goes in and comes out. */
export function EndpointDetails({
  document,
  endpoint,
}: {
  document: ApiDocument;
  endpoint: ApiEndpoint;
}) {
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
