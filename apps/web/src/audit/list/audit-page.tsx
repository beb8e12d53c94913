import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { role } from '@recoup/contract/core/access';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { auditDefaults, auditQuery } from '../audit.queries.ts';
import { incidentPath } from '../incident/incident-path.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterFields } from './audit-filters.tsx';
import { AuditLineDialog } from './audit-line-dialog.tsx';
import { AuditSummary } from './audit-summary.tsx';
import { filterNames, useAuditFilters } from './audit-view.ts';

const intro = 'Who did what, when and from where. No line can be changed or removed.';

/** The audit log of the firm; for a system admin that of all firms. */
export function AuditPage() {
  const [open, setOpen] = useState<AuditLine>();
  const filters = useAuditFilters();
  const user = useQuery(currentUserQuery).data;
  const isOfAll = user?.role === role.systemAdmin;
  const isFiltered = filterNames.some((name) => filters[name] !== '');
  return (
    <PageFrame
      title="Audit"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={incidentPath(filters, isOfAll)}>
          Incident pack
        </ButtonLink>
      }
    >
      <Panel label="What happened" isTight>
        <DataList
          label="Audit log"
          searchLabel="Search the audit log"
          filters={<AuditFilterFields filters={filters} isOfAll={isOfAll} />}
          summary={<AuditSummary filters={filters} />}
          columns={auditColumns({ onOpen: setOpen, isOfAll })}
          rowKey={({ _id }) => _id}
          query={(view) => auditQuery(filters, view)}
          defaults={auditDefaults}
          empty={<NoLines isFiltered={isFiltered} />}
        />
      </Panel>
      {open !== undefined && (
        <AuditLineDialog line={open} isOfAll={isOfAll} onClose={() => setOpen(undefined)} />
      )}
    </PageFrame>
  );
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No lines match.">Remove a filter or widen the dates.</EmptyState>
  ) : (
    <EmptyState title="Nothing is logged yet.">
      Each change, each file that leaves and each sign-in appears here.
    </EmptyState>
  );
}
