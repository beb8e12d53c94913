type Send = <T>(what: string, body?: unknown) => Promise<T>;

/** A webhook, and a test that waits for it. Returns its id. */
export async function aWebhook(send: Send, name: string): Promise<string> {
  const { data } = await send<{ data: { _id: string } }>('POST /webhooks', {
    url: `https://receiver.invalid/${encodeURIComponent(name)}`,
    events: ['import.done'],
  });
  await send(`POST /webhooks/${data._id}/tests`);
  return data._id;
}
