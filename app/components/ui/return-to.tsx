import { createContext, useContext } from "react";

/** The page that a card's buttons return to. Null for the dashboard. */
export const ReturnToContext = createContext<string | null>(null);

export function ReturnTo() {
  const returnTo = useContext(ReturnToContext);
  return returnTo && <input type="hidden" name="redirectTo" value={returnTo} />;
}
