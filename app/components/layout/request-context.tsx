import { createContext, useContext } from "react";

/** What only the server knows of the request; empty in the browser. */
const RequestContext = createContext<{ nonce?: string; requestId?: string }>({});

export const RequestContextProvider = RequestContext.Provider;

export function useRequestContext() {
  return useContext(RequestContext);
}
