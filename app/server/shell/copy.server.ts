import { createHmac } from "node:crypto";
import { copyHeader, sealHeader, viewerHeader } from "#app/domain/tasks/offline/limits.ts";
import { encryptionKey } from "../instance.server.ts";

/** True if the service worker asks for the page, to cache it for offline use. */
export const isForCopy = (request: Request): boolean => request.headers.has(copyHeader);

/**
 * Names the viewer to the service worker. The key is the same in all of an account's sessions,
 * because its changes wait until it signs in again.
 */
export function nameViewer(headers: Headers, userId: string, householdId: string): void {
  headers.set(viewerHeader, `${userId} ${householdId}`);
  headers.set(
    sealHeader,
    createHmac("sha256", encryptionKey).update(`offline\n${userId}`).digest("base64url"),
  );
}
