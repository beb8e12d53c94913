/** Responses that the script in index.html stores (apps/web/first-requests-plugin.ts). */
type FirstAnswers = {
  token: string;
  /** By address; undefined if no answer came. */
  answers: Map<string, Promise<Response | undefined>>;
};

/** The answer to a request that was sent before the program was loaded; each is taken once. */
export async function takeFirstAnswer(
  address: string,
  token: string | null,
): Promise<Response | undefined> {
  const first = firstAnswers();
  if (first?.token !== token) return undefined;
  const answer = first?.answers.get(address);
  first?.answers.delete(address);
  return answer;
}

/** Called at the first write and the first navigation: what was not taken may be old. */
export function dropFirstAnswers(): void {
  const answers = firstAnswers()?.answers;
  // An answer without a reader would keep its connection busy.
  answers?.forEach((answer) => void answer.then((reply) => reply?.body?.cancel()));
  answers?.clear();
}

function firstAnswers(): FirstAnswers | undefined {
  return (globalThis as { firstAnswers?: FirstAnswers }).firstAnswers; // by that script
}
