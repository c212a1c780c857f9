import { createContext, useContext } from "react";

/** Set during server rendering, empty in the browser. */
const RequestContext = createContext<{ nonce?: string; requestId?: string }>({});

export const RequestContextProvider = RequestContext.Provider;

export function useRequestContext() {
  return useContext(RequestContext);
}
