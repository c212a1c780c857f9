import type { PageState, Scene } from "./page-states/page-state.ts";

export async function openState(
  { isSignedIn, open }: Pick<PageState, "isSignedIn" | "open">,
  scene: Scene,
) {
  const session = scene.family.cookie("mila_session");
  if (isSignedIn && session) await scene.user.setCookie("mila_session", session);
  await open(scene);
}
