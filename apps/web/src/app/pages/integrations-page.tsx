import { useQuery } from '@tanstack/react-query';
import { ApiKeysPanel } from '../../api-keys/api-keys-panel.tsx';
import { apiKeysQuery } from '../../api-keys/api-keys.queries.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { WebhooksPanel } from '../../webhooks/webhooks-panel.tsx';

/** What connects the firm's other systems with Recoup. */
export function IntegrationsPage() {
  // What stands above comes first, so that nothing moves.
  const hasKeys = !useQuery(apiKeysQuery).isPending;
  return (
    <PageFrame title="Integrations" width="form">
      <ApiKeysPanel />
      {hasKeys && <WebhooksPanel />}
    </PageFrame>
  );
}
