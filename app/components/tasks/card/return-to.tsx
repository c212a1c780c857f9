import { createContext, useContext } from "react";

/** Where the buttons on cards lead afterwards; the dashboard unless a page says otherwise. */
export const ReturnToContext = createContext<string | null>(null);

/** Goes into a card's form. */
export function ReturnTo() {
  const returnTo = useContext(ReturnToContext);
  return returnTo && <input type="hidden" name="redirectTo" value={returnTo} />;
}
