import type { KeyScope } from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';

/** What a key of each scope may call besides what the scope `read` may: docs/decisions/0073. */
const callsByScope: Record<Exclude<KeyScope, 'read'>, readonly string[]> = {
  capture: [
    'createEntry',
    'updateEntry',
    'deleteEntry',
    'reverseEntry',
    'createEntryCorrection',
    'undoEntryCorrection',
    'decideCallRecord',
    'acceptCallRecords',
    'createCallMerge',
    'undoCallMerge',
  ],
  import: [
    'upload',
    'createImport',
    'previewImport',
    'listRefusedRows',
    'undoImport',
    'listImports',
    'listImportWords',
    'saveImportWord',
    'createCallImport',
    'undoCallImport',
    'listCallImports',
    'listCallSources',
    'listExtensions',
  ],
  export: [
    'createExport',
    'listExports',
    'getExport',
    'getExportFile',
    'download',
    'getExportSettings',
    'listPostingLayouts',
    'getPostingSettings',
  ],
};

/** The own account, and what connects other systems, are for people. */
const notForKeys = ['account', 'sessions', 'second-factors', 'api-keys', 'webhooks', 'hand-overs'];

/** Whether a key may make the call: with the scope `read` what an auditor reads of the firm. */
export function mayKeyCall(
  call: string,
  { scopes, isRead }: { scopes: readonly KeyScope[]; isRead: boolean },
): boolean {
  return scopes.some((scope) =>
    scope === 'read' ? isRead && !isForPeople(call) : callsByScope[scope].includes(call),
  );
}

function isForPeople(call: string): boolean {
  const [noun = ''] = allEndpoints[call]?.may.split(':') ?? [];
  return notForKeys.includes(noun);
}
