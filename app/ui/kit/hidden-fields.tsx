import { createContext } from "react";

/** The page that a card's buttons return to. Null means the dashboard. */
export const ReturnToContext = createContext<string | null>(null);

/**
 * Sends the date on the page with the form that completes the task, so that a task that was moved
 * since is not completed.
 */
export function SeenDue({ due }: { due: { local: string } | null }) {
  return <input type="hidden" name="seenDue" value={due?.local ?? ""} />;
}
