/** Why a change was not made, as a toast shows it. */
export interface Failure {
  title: string;
  message: string;
}

/** What an action answers when it failed. */
interface FailedAnswer {
  failed: Failure;
  /** The server answered: the row is gone, and the page should show that. */
  isGone?: boolean;
}

/** The failure in an action's answer, if there is one. */
export function failureIn(answer: unknown): Failure | undefined {
  return isFailed(answer) ? answer.failed : undefined;
}

/** True when the change never took place on the server, so that loading the page again would fail as well. */
export function isUnsaved(answer: unknown): boolean {
  return isFailed(answer) && !answer.isGone;
}

function isFailed(answer: unknown): answer is FailedAnswer {
  return typeof answer === "object" && answer !== null && "failed" in answer;
}
