declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Grant = { addOIDCScope(scopes: string): void; save(): Promise<string> };

  /** The parts that the tests use; the package has no types. */
  type Provider = {
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
  };
  const Provider: new (issuer: string, configuration: object) => Provider;
  export default Provider;
}
