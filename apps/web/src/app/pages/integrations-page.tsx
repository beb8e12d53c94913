import { ApiKeysPanel } from '../../api-keys/api-keys-panel.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { WebhooksPanel } from '../../webhooks/webhooks-panel.tsx';

/** What connects the firm's other systems with Recoup. */
export function IntegrationsPage() {
  return (
    <PageFrame title="Integrations" width="form">
      <ApiKeysPanel />
      <WebhooksPanel />
    </PageFrame>
  );
}
