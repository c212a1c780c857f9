import { createContext, useContext } from "react";

/** The page that cards' buttons return to. Null for the dashboard. */
export const ReturnToContext = createContext<string | null>(null);

/** Belongs into a card's form. */
export function ReturnTo() {
  const returnTo = useContext(ReturnToContext);
  return returnTo && <input type="hidden" name="redirectTo" value={returnTo} />;
}
