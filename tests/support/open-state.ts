import { addSession } from "./browser.ts";
import type { PageState, Scene } from "./page-states/page-state.ts";

export async function openState({ isSignedIn, open }: Pick<PageState, "isSignedIn" | "open">, scene: Scene) {
  if (isSignedIn) await addSession(scene.page.context(), scene.mila, scene.family);
  await open(scene);
}
