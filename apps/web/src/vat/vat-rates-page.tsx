import { knownVatRates } from '@recoup/contract/vat/rules';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../ui/feedback/states.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { RateForm } from './rate-form.tsx';
import { vatRatesQuery } from './vat.queries.ts';

const intro =
  'The standard rates of VAT for all firms. Recorded entries keep the rate of their day.';

/** The standard rates, and a later one. */
export function VatRatesPage() {
  const { data, error, refetch } = useQuery(vatRatesQuery);
  return (
    <PageFrame title="VAT rates" width="form" intro={intro}>
      <Panel label="Rates">
        <h2>Rates</h2>
        {error !== null && (
          <ErrorState
            title="The rates could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
          />
        )}
        <ul aria-busy={!data && error === null}>
          {(data ?? knownVatRates).map(({ percent, validFrom }) => (
            <li key={validFrom}>
              {percent} % from {formatDate(validFrom)}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel label="Add a rate">
        <h2>Add a rate</h2>
        <RateForm rates={data ?? knownVatRates} />
      </Panel>
    </PageFrame>
  );
}
