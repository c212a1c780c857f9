import { linkBase } from "../instance.server.ts";

/** Google requires the same URI in both requests, and administrators register it there. */
export function signInRedirectUri(request: Request): string {
  return `${linkBase(request).origin}/auth/google/callback`;
}
