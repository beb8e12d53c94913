/** What the measurements use of autocannon, which brings no types of its own. */
declare module 'autocannon' {
  type Asked = { path: string; headers: Record<string, string> };
  type Client = { setRequests(requests: readonly Asked[]): void };
  type Options = {
    url: string;
    headers?: Record<string, string>;
    duration: number;
    timeout: number;
    connections: number;
    setupClient?: (client: Client) => void;
  };
  type Result = {
    requests: { average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
