import { createSession, type SessionStorage } from "@remix-run/node";

/**
 * Satisfies remix-auth's strategies. It is never written, because our own session starts after
 * them.
 */
export const emptySession: SessionStorage = {
  getSession: async () => createSession(),
  commitSession: async () => "",
  destroySession: async () => "",
};
