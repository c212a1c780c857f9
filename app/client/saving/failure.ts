export interface Failure {
  title: string;
  message: string;
}

interface FailedAnswer {
  failed: Failure;
  isGone?: boolean;
}

export function failureIn(answer: unknown): Failure | undefined {
  return isFailed(answer) ? answer.failed : undefined;
}

/** True when the change never reached the server, where reloading would fail too. */
export function isUnsaved(answer: unknown): boolean {
  return isFailed(answer) && !answer.isGone;
}

function isFailed(answer: unknown): answer is FailedAnswer {
  return typeof answer === "object" && answer !== null && "failed" in answer;
}
