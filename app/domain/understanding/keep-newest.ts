const maxEntries = 500;

/** Adds an entry and drops the oldest beyond 500. */
export function keepNewest<Answer>(answers: Map<string, Answer>, key: string, answer: Answer): void {
  answers.delete(key);
  answers.set(key, answer);
  if (answers.size > maxEntries) answers.delete(answers.keys().next().value!);
}
