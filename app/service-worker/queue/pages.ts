import type { SharedOffer } from "#app/domain/tasks/offline/shared-input.ts";
import { scope } from "../scope.ts";

/** Makes open pages ask again for the waiting changes, or offers them a shared text. */
export async function tellPages(message: "changes" | SharedOffer = "changes"): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of Mila's own, no window
  for (const page of await scope.clients.matchAll({ type: "window" })) page.postMessage(message);
}
