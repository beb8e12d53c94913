import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { totalsText } from '@recoup/contract/vat/totals';
import { feePriceRows } from '@recoup/contract/call-fees/price-rows';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { Statement } from '@recoup/contract/statements/endpoints';
import { Fragment, type ReactNode } from 'react';
import { EmptyState } from '../ui/feedback/states.tsx';
import { lineColumns, priceColumns, rateColumns, subtotalColumns } from './statement-columns.tsx';
import styles from './statements.module.css';
import { formatLongDate } from '../ui/lib/format.ts';
import { PagedTable } from '../ui/list/paged-table.tsx';

/** Head, lines, sums and prices of calls. */
export function StatementContent({ statement }: { statement: Statement }) {
  const { costs, agent, vatRates, subtotals, priceTables } = statement;
  if (costs.count + agent.count === 0)
    return (
      <>
        <Head statement={statement} />
        <EmptyState title="Nothing was recorded on this matter in this period.">
          Choose other days.
        </EmptyState>
      </>
    );
  return (
    <>
      <Head statement={statement} />
      <Lines statement={statement} title="Costs recovered" section={costs} />
      <Lines statement={statement} title="Disbursements paid as agent" section={agent} />
      <Sums subtotals={subtotals} vatRates={vatRates} />
      {priceTables.map((table) => (
        <Prices key={JSON.stringify(table)} table={table} />
      ))}
    </>
  );
}

function Sums({ subtotals, vatRates }: Pick<Statement, 'subtotals' | 'vatRates'>) {
  return (
    <>
      <Rows title="By type">
        <PagedTable
          label="By type"
          columns={subtotalColumns(vatRates !== undefined)}
          rows={subtotals}
          rowKey={({ disbursementType, isAgent }) => `${disbursementType._id} ${isAgent}`}
          isStale={false}
        />
      </Rows>
      {vatRates !== undefined && (
        <Rows title="VAT by rate">
          <PagedTable
            label="VAT by rate"
            columns={rateColumns}
            rows={vatRates}
            rowKey={({ treatment, percent }) => `${treatment} ${percent}`}
            isStale={false}
          />
        </Rows>
      )}
    </>
  );
}

type Section = Statement['costs'];

function Lines(of: { statement: Statement; title: string; section: Section }) {
  const { statement, title, section } = of;
  if (section.count === 0) return null;
  return (
    <Rows title={title}>
      <PagedTable
        label={title}
        columns={lineColumns(statement, section === statement.agent)}
        rows={section.lines}
        rowKey={({ _id }) => _id}
        isStale={false}
      />
    </Rows>
  );
}

function Prices({ table }: { table: Statement['priceTables'][number] }) {
  const { disbursementType, attorneys, validFrom, callFees } = table;
  const since = validFrom === beginningOfTime ? '' : `, from ${formatLongDate(validFrom)}`;
  const names = attorneys.map(({ name }) => name).join(', ');
  const title = `Prices: ${disbursementType.name}${since}, ${names}`;
  return (
    <Rows title={title}>
      <PagedTable
        label={title}
        columns={priceColumns}
        rows={feePriceRows(callFees)}
        rowKey={({ name }) => name}
        isStale={false}
      />
    </Rows>
  );
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Head({ statement }: { statement: Statement }) {
  const { firm, matter, total, vat } = statement;
  const facts: [string, string | null | undefined][] = [
    ['Firm', firm.name],
    ['VAT number', firm.vatNumber],
    ['Matter', matter.name],
    ['Client', matter.client],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== undefined &&
            value !== null && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <output className={styles.total}>
        Total {formatRand(toCentsTotal(total))}
        {vat !== undefined && <small>{totalsText(vat)}</small>}
      </output>
    </>
  );
}
