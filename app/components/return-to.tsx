import { createContext, useContext } from "react";

/** Where the buttons on cards lead afterwards; the dashboard unless a page says otherwise. */
export const ReturnToContext = createContext("/dashboard");

/** Goes into a card's form. */
export function ReturnTo() {
  return <input type="hidden" name="redirectTo" value={useContext(ReturnToContext)} />;
}
