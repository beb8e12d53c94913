/** `to` is a stored cell: ten digits that begin with 0. */
export type Sms = { to: string; text: string };

export type SmsGateway = {
  /** Resolves when the gateway accepts. Errors hold neither the text nor the secret. */
  send(sms: Sms): Promise<void>;
};
