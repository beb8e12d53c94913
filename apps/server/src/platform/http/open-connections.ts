import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isSpooling } from './bodies/receive-body.ts';

/** How long (ms) a stop waits for a request, and for the next bytes of an upload. */
const patience = { request: 1_000, upload: 5_000 } as const;

type Exchange = { request: IncomingMessage; response: ServerResponse };
type Connection = { exchanges: Set<Exchange>; bytes: number; movedAt: number };

export type Connections = {
  /** Ends idle connections, in time after the stop or at once. */
  endIdle(stoppedAt?: number): void;
};

/** Node's `closeIdleConnections` leaves connections with half-sent requests open. */
export function watchConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { exchanges: new Set(), bytes: 0, movedAt: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response };
    const exchanges = connections.get(request.socket)?.exchanges.add(exchange);
    response.once('close', () => exchanges?.delete(exchange));
  });
  return {
    endIdle(stoppedAt) {
      server.closeIdleConnections();
      const now = performance.now();
      for (const [socket, connection] of connections) {
        if (hasWork(connection)) continue;
        if (socket.bytesRead !== connection.bytes)
          Object.assign(connection, { bytes: socket.bytesRead, movedAt: now });
        const isUpload = [...connection.exchanges].some(({ request }) => isSpooling(request));
        const end = isUpload
          ? Math.max(stoppedAt ?? 0, connection.movedAt) + patience.upload
          : (stoppedAt ?? 0) + patience.request;
        if (stoppedAt === undefined || now >= end) socket.destroy();
      }
    },
  };
}

/** Handlers begin after their body (`register-endpoints.ts`), and replies but rejections too. */
function hasWork({ exchanges }: Connection): boolean {
  return [...exchanges].some(({ request, response }) => request.complete || response.headersSent);
}
