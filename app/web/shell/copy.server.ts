import { copyHeader } from "#app/domain/tasks/offline/limits.ts";

/** True if the service worker asks, to keep the page for when there is no connection. */
export const isForCopy = (request: Request): boolean => request.headers.has(copyHeader);
