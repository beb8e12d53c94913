const patienceMs = 15_000;

/** Asks again until the answer is truthy. */
export async function until<Value>(
  action: string,
  ask: () => Promise<Value>,
  ms = patienceMs,
): Promise<NonNullable<Value>> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Could not ${action} within ${ms / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
