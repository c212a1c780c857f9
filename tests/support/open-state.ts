import { addSession } from "./browser.ts";
import type { PageState, Scene } from "./page-states/page-state.ts";

/** Opens the page in that state, signed in where it needs somebody. */
export async function openState({ isSignedIn, open }: Pick<PageState, "isSignedIn" | "open">, scene: Scene) {
  if (isSignedIn) await addSession(scene.page.context(), scene.mila, scene.family);
  await open(scene);
}
