import { scope } from "../scope.ts";

/** Open pages ask again for what waits. */
export async function tellPages(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of Mila's own, no window
  for (const page of await scope.clients.matchAll({ type: "window" })) page.postMessage("changes");
}
