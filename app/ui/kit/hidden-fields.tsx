import { createContext, useContext } from "react";

/** The page that a card's buttons return to. Null for the dashboard. */
export const ReturnToContext = createContext<string | null>(null);

export function ReturnTo() {
  const returnTo = useContext(ReturnToContext);
  return returnTo && <input type="hidden" name="redirectTo" value={returnTo} />;
}

/** The date on the page, for the form that completes the task: what was moved meanwhile is not done by it. */
export function SeenDue({ due }: { due: { local: string } | null }) {
  return <input type="hidden" name="seenDue" value={due?.local ?? ""} />;
}
