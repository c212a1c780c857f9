import { createContext, useContext } from "react";

/** Filled during server rendering, and empty in the browser. */
const RequestContext = createContext<{ nonce?: string; requestId?: string }>({});

export const RequestContextProvider = RequestContext.Provider;

export function useRequestContext() {
  return useContext(RequestContext);
}
