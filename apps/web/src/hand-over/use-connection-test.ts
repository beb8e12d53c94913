import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { useState } from 'react';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { testSftpServer } from './hand-over.queries.ts';
import { useRefresh } from './use-refresh.ts';

export type ConnectionTest = ReturnType<typeof useConnectionTest>;

/** A test of a server, which is shown until it is closed. */
export function useConnectionTest() {
  const refresh = useRefresh();
  const [server, setServer] = useState<SftpServer>();
  const test = useOneMutation({
    mutationFn: ({ id, hostKey }: { id: string; hostKey?: string }) => testSftpServer(id, hostKey),
    onSuccess: async (_, { hostKey }) => {
      if (hostKey !== undefined) await refresh();
    },
  });
  return {
    server,
    found: test.data,
    error: test.error,
    isPending: test.isPending,
    start(tested: SftpServer) {
      test.reset();
      setServer(tested);
      test.mutate({ id: tested._id });
    },
    confirm(hostKey: string) {
      if (server) test.mutate({ id: server._id, hostKey });
    },
    close: () => setServer(undefined),
  };
}
