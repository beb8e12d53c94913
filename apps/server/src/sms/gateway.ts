/** `to` is a cell as it is stored: ten digits that begin with 0. */
export type Sms = { to: string; text: string };

export type SmsGateway = {
  /** Resolves when the gateway has taken it; throws what went wrong, never with the text or the secret in the message. */
  send(sms: Sms): Promise<void>;
};
