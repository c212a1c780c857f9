import { isRouteErrorResponse } from "@remix-run/react";
import type { Failure } from "./failure.ts";

/** What the server says where its database cannot be written now. */
interface Unsaved {
  why: string;
  /** The form that was sent, to send it again. Without one, nothing was typed. */
  form?: SentForm;
}

export interface SentForm {
  action: string;
  fields: [name: string, value: string][];
  /** The names of those that people fill in. */
  typed: readonly string[];
}

export function unsavedIn(error: unknown): Unsaved | undefined {
  return isRouteErrorResponse(error) ? error.data?.unsaved : undefined;
}

export function unsavedFailure(error: unknown): Failure | undefined {
  const unsaved = unsavedIn(error);
  return unsaved && { title: "Not saved.", message: `${unsaved.why} Please try again in a moment.` };
}
