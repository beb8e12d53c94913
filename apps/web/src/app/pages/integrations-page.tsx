import { useQueries, useQuery } from '@tanstack/react-query';
import { ApiKeysPanel, apiKeysQuery } from '../../api-keys/api-keys-panel.tsx';
import { HandOverPanel } from '../../hand-over/hand-over-panel.tsx';
import {
  handOverRunsQuery,
  handOversQuery,
  sftpServersQuery,
} from '../../hand-over/hand-over.queries.ts';
import { IntakePanel } from '../../hand-over/intake/intake-panel.tsx';
import { shownPostingLayoutsQuery } from '../../posting/posting.queries.ts';
import { isAnswered } from '../../ui/feedback/loaded.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { WebhooksPanel, webhooksQuery } from '../../webhooks/webhooks-panel.tsx';

/** Queries of the hand-over section. */
const handOverQueries = [
  sftpServersQuery,
  handOversQuery,
  handOverRunsQuery,
  shownPostingLayoutsQuery,
] as const;

export function IntegrationsPage() {
  // Draw a section once those above have an answer, so that nothing moves. It stays, because a new
  // section asks again for what has failed.
  const hasKeys = isAnswered(useQuery(apiKeysQuery));
  const hasWebhooks = isAnswered(useQuery(webhooksQuery));
  const handOvers = useQueries({ queries: handOverQueries });
  const hasHandOvers = handOvers.every(isAnswered);
  return (
    <PageFrame title="Integrations" width="form">
      <ApiKeysPanel />
      {hasKeys && <WebhooksPanel />}
      {hasKeys && hasWebhooks && <HandOverPanel />}
      {hasKeys && hasWebhooks && hasHandOvers && <IntakePanel />}
    </PageFrame>
  );
}
