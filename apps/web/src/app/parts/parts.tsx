import { folded } from '@recoup/contract/core/folded';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createHashRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '../../platform/api/query-client.ts';
import '../../platform/browser/csp.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import * as icons from '../../ui/controls/icons.tsx';
import { PencilIcon } from '../../ui/controls/icons.tsx';
import { ReadOnlyCheckbox } from '../../ui/controls/read-only-checkbox.tsx';
import * as transferIcons from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoable } from '../../ui/feedback/undo.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { LogoMark } from '../../ui/layout/brand.tsx';
import rowStyles from '../../ui/layout/openable-row.module.css';
import { OpenableRow } from '../../ui/layout/openable-row.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { useOpenRows } from '../../ui/layout/use-open-rows.ts';
import { Chips } from '../../ui/list/chips.tsx';
import type { Column } from '../../ui/list/column.ts';
import { DataList } from '../../ui/list/data-list.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { ListView } from '../../ui/list/list-view.ts';
import { PagedTable } from '../../ui/list/paged-table.tsx';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { RowAction } from '../../ui/list/row-action.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import '../../ui/theme/base.css';
import { applyColorScheme } from '../../ui/theme/color-scheme.ts';
import '../../ui/theme/theme.css';
import { ColorSchemeChoice } from '../frame/color-scheme-choice.tsx';
import { Root } from '../routing/root.tsx';
import { UnsavedGuard } from '../session/unsaved-guard.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { FormPart, FormParts } from './form-parts.tsx';
import { nothing, Part, Row } from './part.tsx';

/** Every part of `ui` in its states; the built product leaves it out. */
function PartsPage() {
  return (
    <>
      <PageFrame
        title="Parts of the pages"
        intro="Each part of apps/web/src/ui, in its states."
        actions={<ColorSchemeChoice />}
      >
        <ControlParts />
        <FormParts />
        <ListParts />
        <FeedbackParts />
        <DialogParts />
        <LayoutParts />
      </PageFrame>
    </>
  );
}

/** The dialogs alone: nothing beside them is busy for ever. */
function DialogPage() {
  return (
    <PageFrame title="Dialogs">
      <DialogParts />
    </PageFrame>
  );
}

const container = document.getElementById('root');
if (container === null) throw new Error('ui.html has no #root');

applyColorScheme();
const router = createHashRouter([
  {
    Component: Root,
    children: [
      {
        Component: Guarded,
        children: [
          { index: true, Component: PartsPage },
          { path: 'dialogs', Component: DialogPage },
          { path: 'form', Component: FormPart },
        ],
      },
    ],
  },
]);
createRoot(container).render(
  <QueryClientProvider client={createQueryClient()}>
    <RouterProvider router={router} useTransitions={false} />
  </QueryClientProvider>,
);

/** Pages ask before unsaved changes are lost, as in the frame of the product. */
function Guarded() {
  return (
    <>
      <Outlet />
      <UnsavedGuard />
    </>
  );
}

const variants = ['filled', 'outline', 'quiet', 'danger'] as const;

function ControlParts() {
  return (
    <>
      <Buttons />
      <SmallControls />
      <Part name="Icons">
        <Row>
          {Object.entries({ ...icons, ...transferIcons }).map(([name, Icon]) => (
            <span key={name} title={name}>
              <Icon />
            </span>
          ))}
        </Row>
      </Part>
    </>
  );
}

function Buttons() {
  return (
    <Part name="Button">
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="small">
            small
          </Button>
          <Button variant={variant} isBusy>
            busy
          </Button>
          <Button variant={variant} isPaused>
            resting
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <ButtonLink variant={variant} to="#content">
            link
          </ButtonLink>
        </Row>
      ))}
    </Part>
  );
}

function SmallControls() {
  return (
    <Part name="IconButton, RowAction, RowMenu, ReadOnlyCheckbox">
      <Row>
        <IconButton label="Remove" onClick={nothing}>
          <icons.CloseIcon />
        </IconButton>
        <RowAction to="#content" label="Edit Thandi Mokoena">
          <icons.PencilIcon />
          Edit
        </RowAction>
        <RowMenu
          label="Actions on NP0001"
          items={[
            { word: 'Entries', label: 'Entries on NP0001', to: '#content' },
            { word: 'Set cap', label: 'Set cap of NP0001', onClick: nothing },
          ]}
        />
        <RowAction label="Remove Thandi Mokoena" isPaused onClick={nothing}>
          Remove
        </RowAction>
        <ReadOnlyCheckbox isOn label="On" />
        <ReadOnlyCheckbox isOn={false} label="Off" />
      </Row>
    </Part>
  );
}

const rows = Array.from({ length: 20 }, (_, index) => index + 1);

function LayoutParts() {
  return (
    <>
      <Surfaces />
      <OpenableRows />
    </>
  );
}

function OpenableRows() {
  const { isOpen, toggle, enter } = useOpenRows();
  return (
    <Part name="OpenableRow, SelectionBar">
      <ul className={rowStyles.rows} aria-label="Extensions">
        {['Reception', 'Boardroom'].map((name) => (
          <OpenableRow
            key={name}
            title={name}
            about="Extension 204"
            isOpen={isOpen(name)}
            onToggle={() => toggle(name)}
            onEnter={() => enter(name)}
            actions={
              <RowAction label={`Remove ${name}`} onClick={nothing}>
                Remove
              </RowAction>
            }
          >
            <TextField label="Name" defaultValue={name} />
            <TextField label="Extension" error="Enter 2 to 6 digits." />
          </OpenableRow>
        ))}
      </ul>
      <SelectionBar label="Selected calls" count={3} max={200}>
        <RowAction label="Clear" onClick={nothing}>
          Clear
        </RowAction>
      </SelectionBar>
    </Part>
  );
}

function Surfaces() {
  return (
    <Part name="Panel, ScrollArea, PlainTableHead, LogoMark">
      <Panel label="Tight" isTight>
        A tight panel.
      </Panel>
      <ScrollArea label="A long table">
        <table>
          <caption>Rows with errors</caption>
          <PlainTableHead titles={['Row', 'Reason']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td>Matter Number is missing.</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <LogoMark size={48} />
    </Part>
  );
}

function FeedbackParts() {
  return (
    <>
      <Part name="Alert">
        <Alert kind="error">The service cannot be reached.</Alert>
        <Alert kind="success">The attorney was added.</Alert>
        <Alert kind="info">No call fees: the attorney enters the amount each time.</Alert>
      </Part>
      <Part name="EmptyState, ErrorState">
        <EmptyState title="No attorneys yet" action={<Button>Add Attorney</Button>}>
          Add your first attorney, then set the agreed call fees.
        </EmptyState>
        <ErrorState title="Attorneys could not be loaded." message="Try again." onRetry={nothing} />
      </Part>
      <Part name="StatusDot, Tag, toast, undoable">
        <Row>
          {(['good', 'warn', 'bad', 'plain'] as const).map((tone) => (
            <StatusDot key={tone} tone={tone} label={tone} />
          ))}
          <Tag>Not in use</Tag>
          <Toasts />
        </Row>
      </Part>
    </>
  );
}

function Toasts() {
  const shows = [
    ['Good toast', () => toast('Saved.')],
    ['Bad toast', () => toast('Not saved.', 'bad')],
    ['Toast with an action', () => toast('Raised.', 'good', { label: 'Undo', onClick: nothing })],
    ['Toast with Undo', () => undoable({ text: 'Entry deleted.', undo: nothing })],
  ] as const;
  return shows.map(([name, show]) => (
    <Button key={name} variant="outline" size="small" onClick={() => show()}>
      {name}
    </Button>
  ));
}

type Person = { id: string; name: string; types: readonly string[] };

const people: Person[] = Array.from({ length: 42 }, (_, index) => ({
  id: String(index + 1),
  name: `Person ${index + 1}`,
  types: index % 3 === 0 ? [] : ['Call', 'Photocopies'],
}));
const columns: readonly Column<Person>[] = [
  { key: 'number', title: '#', cell: (_, number) => number, isRowNumber: true },
  { key: 'name', title: 'Name', cell: ({ name }) => name, isSortable: true, isTitle: true },
  { key: 'types', title: 'Types', cell: ({ types }) => <Chips items={types} none="None" /> },
  { key: 'status', title: 'Status', cell: () => <StatusDot tone="good" label="Active" /> },
  { key: 'amount', title: 'Amount', cell: () => 'R 33.00', align: 'end', noWrap: true },
  { key: 'action', title: 'Action', cell: ({ name }) => editAction(name), isAction: true },
];
const list = {
  columns,
  rowKey: ({ id }: Person) => id,
  defaults: { size: 5 },
  empty: <EmptyState title="Nothing here yet" />,
} as const;

function ListParts() {
  return (
    <>
      <Part name="DataList">
        <DataList {...list} label="People" query={(view) => partQuery('people', findPage, view)} />
      </Part>
      <Part name="DataList, empty">
        <DataList {...list} label="Empty list" isSearchable={false} query={() => emptyQuery} />
      </Part>
      <Part name="DataList, not loaded">
        <DataList {...list} label="Errors" isSearchable={false} query={() => failingQuery} />
      </Part>
      <Part name="DataTable, loading and stale">
        <DataTable {...list} {...table} rows={undefined} isStale={false} />
        <DataTable {...list} {...table} rows={people.slice(0, 2)} isStale />
      </Part>
      <Part name="PagedTable">
        <PagedTable {...list} label="Pages" rows={people} isStale={false} />
        <PagedTable {...list} label="One page" rows={people.slice(0, 5)} isStale={false} />
      </Part>
    </>
  );
}

const view: ListView = { page: 1, size: 5, search: '', sort: { key: 'name', order: 'asc' } };
const table = { label: 'A table', view, onSort: nothing } as const;
const emptyQuery = partQuery('empty', () => ({ data: [], count: 0 }));
const failingQuery = partQuery('errors', () => {
  throw new Error('The service cannot be reached.');
});

type Page = { data: Person[]; count: number };

function partQuery(name: string, find: (shown: ListView) => Page, shown = view) {
  return { queryKey: ['parts', name, shown], queryFn: async () => find(shown), retry: false };
}

function findPage({ page, size, search }: ListView): Page {
  const found = people.filter(({ name }) => folded(name).includes(folded(search)));
  return { data: found.slice((page - 1) * size, page * size), count: found.length };
}

function editAction(name: string) {
  return (
    <RowAction to="#content" label={`Edit ${name}`}>
      <PencilIcon />
      Edit
    </RowAction>
  );
}
