/** What the measurements use of autocannon, which brings no types of its own. */
declare module 'autocannon' {
  type Options = { url: string; headers: Record<string, string>; duration: number; connections: number };
  type Result = { requests: { average: number }; latency: { p50: number; p99: number }; non2xx: number; errors: number };
  export default function autocannon(options: Options): Promise<Result>;
}
