import { Panel } from '../../ui/layout/panel.tsx';
import styles from './first-steps.module.css';
import { apiRoot } from '@recoup/contract/core/endpoint';

/** How to begin with a key and curl, step by step. */
export function FirstStepsPanel() {
  return (
    <Panel label="How to begin">
      <h2>How to begin</h2>
      <p>
        A program calls Recoup with an API key of the firm in the header <code>Authorization</code>.
        It may do what the admin who made it may, within its scopes. The commands are for a shell
        with curl.
      </p>
      <ol className={styles.steps}>
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
