import { createSession, type SessionStorage } from "@remix-run/node";

/** For remix-auth's strategies. Never written: our own session starts after them. */
export const emptySession: SessionStorage = {
  getSession: async () => createSession(),
  commitSession: async () => "",
  destroySession: async () => "",
};
