import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";

export interface Failure {
  title: string;
  message: string;
  /** The change to try again or to be reminded of. */
  unsaved?: UnsavedForm;
}

export interface FailureWords {
  title: string;
  /** If there is none, shows what the server said. */
  message?: string;
  /** True if it offers to try again, or a reminder tonight. */
  offersMore?: boolean;
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
  return isFailed(answer) ? !answer.isGone : has(answer, "isWaiting");
}

function isFailed(answer: unknown): answer is FailedAnswer {
  return has(answer, "failed");
}

const has = (answer: unknown, name: string) =>
  typeof answer === "object" && answer !== null && name in answer;
