import { useQuery } from '@tanstack/react-query';
import type {
  Statement,
  StatementKind,
  StatementLine,
} from '@recoup/contract/statements/endpoints';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { DownloadIcon } from '../ui/controls/transfer-icons.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { saveFile } from '../ui/lib/save-file.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { useFilters } from '../platform/filters/filters.ts';
import { isBackwards } from '../platform/filters/period.ts';
import { StatementFilterFields } from './statement-filters.tsx';
import { downloadStatement, statementFilters, statementQuery } from './statements.queries.ts';
import styles from './statements.module.css';
import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { totalsText } from '@recoup/contract/vat/totals';
import { feePriceRows, type PriceRow } from '@recoup/contract/call-fees/price-rows';
import { formatRand, toCents, toCentsTotal } from '@recoup/contract/core/money';
import { Fragment, type ReactNode } from 'react';
import {
  countOf,
  formatCount,
  formatDate,
  formatLongDate,
  formatMinutes,
} from '../ui/lib/format.ts';
import { PagedTable } from '../ui/list/paged-table.tsx';
import type { Column } from '../ui/list/column.ts';
import { treatmentNames } from '../vat/vat-texts.ts';

/** Amounts that a client owes for a matter, on screen and as a file (product-2, section 2). */
export function StatementPage() {
  const filters = useFilters(statementFilters);
  const view = filters.values;
  const statement = useQuery(statementQuery(view));
  const { data } = statement;
  const file = useActionBy((kind: StatementKind) => downloadStatement(view, kind), {
    onDone: saveFile,
  });
  if (view.matter === '') return <NoMatter />;
  return (
    <PageFrame
      title={data ? `Statement of ${data.matter.number}` : 'Statement'}
      intro="The costs and disbursements of a matter, as its client gets them."
      actions={
        <>
          <HistoryLink subject={view.matter} />
          <ButtonLink variant="outline" to={paths.taxationPacks({ matter: view.matter })}>
            Taxation pack
          </ButtonLink>
          {(['pdf', 'xlsx'] as const).map((kind) => (
            <Button
              key={kind}
              variant="outline"
              isBusy={file.isPending && file.variables === kind}
              disabled={isBackwards(view)}
              onClick={() => file.run(kind)}
            >
              <DownloadIcon />
              Download {kind.toUpperCase()}
            </Button>
          ))}
        </>
      }
    >
      <Panel isBusy={statement.isLoading}>
        {file.isError && <Alert kind="error">{file.error.message}</Alert>}
        <div className={styles.filters} data-unprinted>
          <StatementFilterFields {...filters} />
        </div>
        {/* The field says what is wrong with a period. */}
        {!isBackwards(view) && (
          <Loaded query={statement} what="The statement">
            {(shown) => <StatementContent key={JSON.stringify(view)} statement={shown} />}
          </Loaded>
        )}
      </Panel>
    </PageFrame>
  );
}

function NoMatter() {
  return (
    <PageFrame title="Statement">
      <Panel>
        <EmptyState
          title="No matter chosen."
          action={<ButtonLink to={paths.matters}>Matters</ButtonLink>}
        >
          Choose a matter from the list; each row has its statement.
        </EmptyState>
      </Panel>
    </PageFrame>
  );
}

/** Head, lines, sums and prices of calls. */
function StatementContent({ statement }: { statement: Statement }) {
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

type LineColumn = Column<StatementLine>;

/** As the files have them: for a taxation with item and voucher numbers. */
function lineColumns(statement: Statement, isAgent: boolean): readonly LineColumn[] {
  const isTaxed = statement.for === 'taxation';
  const hasVat = statement.vatRates !== undefined;
  return [
    ...(isTaxed ? [item] : []),
    date,
    particulars,
    ...(isTaxed || isAgent ? [voucher] : []),
    ...(isAgent ? [] : [length]),
    ...(hasVat && !isAgent ? vatColumns : []),
    hasVat && !isAgent ? { ...total, title: 'Incl. VAT' } : total,
    ...(isTaxed ? [taxedOff] : []),
  ];
}

const rand = (amount: number) => formatRand(toCents(amount));
const item: LineColumn = { key: 'item', title: 'Item', cell: (line) => formatCount(line.item) };
const date: LineColumn = {
  key: 'date',
  title: 'Date',
  noWrap: true,
  cell: (line) => formatDate(line.date),
};
const particulars: LineColumn = {
  key: 'particulars',
  title: 'Particulars',
  isTitle: true,
  cell: (line) => (
    <span>
      {line.particulars}
      <small className={styles.below}>
        {line.attorney.name}
        {line.vouchers > 0 && ` · ${countOf(line.vouchers, 'voucher', 'vouchers')}`}
      </small>
    </span>
  ),
};
const voucher: LineColumn = {
  key: 'voucher',
  title: 'Voucher',
  isOptional: true,
  cell: (line) => line.voucher,
};
const length: LineColumn = {
  key: 'length',
  title: 'Length',
  align: 'end',
  cell: ({ minutes, quantity }) => {
    if (minutes !== null) return formatMinutes(minutes);
    return quantity === null ? '–' : `${formatCount(quantity)} ×`;
  },
};
const vatColumns: readonly LineColumn[] = [
  { key: 'net', title: 'Excl. VAT', align: 'end', cell: ({ vat }) => rand(vat?.net ?? 0) },
  { key: 'vat', title: 'VAT', align: 'end', cell: ({ vat }) => rand(vat?.vat ?? 0) },
];
const total: LineColumn = {
  key: 'total',
  title: 'Amount',
  align: 'end',
  cell: ({ vat, amount }) => rand(vat?.gross ?? amount),
};
const taxedOff: LineColumn = {
  key: 'taxedOff',
  title: 'Taxed off',
  align: 'end',
  isOptional: true,
  cell: () => null,
};

type Subtotal = Statement['subtotals'][number];
type ColumnSums = { net?: number | string; vat?: number | string };

const sumText = (amount: number | string | undefined) => formatRand(toCentsTotal(amount ?? 0));

function subtotalColumns(hasVat: boolean): readonly Column<Subtotal>[] {
  return [
    {
      key: 'type',
      title: 'Type',
      isTitle: true,
      cell: ({ disbursementType, isAgent }) =>
        isAgent ? `${disbursementType.name} (paid as agent)` : disbursementType.name,
    },
    { key: 'count', title: 'Lines', align: 'end', cell: ({ count }) => formatCount(count) },
    ...(hasVat ? sumColumns<Subtotal>(({ vat }) => vat ?? {}) : []),
    {
      key: 'total',
      title: hasVat ? 'Incl. VAT' : 'Amount',
      align: 'end',
      cell: (sums) => sumText(sums.total),
    },
  ];
}

function sumColumns<Row>(sums: (row: Row) => ColumnSums): readonly Column<Row>[] {
  return [
    { key: 'net', title: 'Excl. VAT', align: 'end', cell: (row) => sumText(sums(row).net) },
    { key: 'vat', title: 'VAT', align: 'end', cell: (row) => sumText(sums(row).vat) },
  ];
}

type Rate = NonNullable<Statement['vatRates']>[number];

const rateColumns: readonly Column<Rate>[] = [
  {
    key: 'rate',
    title: 'Rate',
    isTitle: true,
    cell: ({ treatment, percent }) =>
      treatment === 'cost' ? `${treatmentNames.cost}, ${percent} %` : treatmentNames[treatment],
  },
  ...sumColumns<Rate>((rate) => rate),
  { key: 'gross', title: 'Incl. VAT', align: 'end', cell: ({ gross }) => sumText(gross) },
];

const priceColumns: readonly Column<PriceRow>[] = [
  { key: 'length', title: 'Length', isTitle: true, cell: ({ name }) => name },
  { key: 'price', title: 'Price', align: 'end', cell: ({ price }) => price },
];
