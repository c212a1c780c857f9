import { scope } from "../scope.ts";

/** Makes open pages ask again for the waiting changes. */
export async function tellPages(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of Mila's own, no window
  for (const page of await scope.clients.matchAll({ type: "window" })) page.postMessage("changes");
}
