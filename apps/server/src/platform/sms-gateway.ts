/** `to` is a cell as it is stored: ten digits that begin with 0. */
export type Sms = { readonly to: string; readonly text: string };

export type SmsGateway = {
  /** Resolves when the gateway has taken it; throws what went wrong, never with the text or the secret in the message. */
  send(sms: Sms): Promise<void>;
};

/** South African numbers that can receive an SMS: 06, 07, 08, but not the shared-cost 080 and 086 and the voice-over-IP 087. */
export function isMobile(cell: string): boolean {
  return /^0[6-8]\d{8}$/.test(cell) && !/^08[067]/.test(cell);
}
