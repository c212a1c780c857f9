import type { PageState, Scene } from "./page-states/page-state.ts";

/** Returns the address at which to open states, because browsers offer passkeys only at names. */
export const atName = (url: string): string => url.replace("127.0.0.1", "localhost");

export async function openState(
  { isSignedIn, open }: Pick<PageState, "isSignedIn" | "open">,
  scene: Scene,
) {
  const session = scene.family.cookie("mila_session");
  if (isSignedIn && session) await scene.user.setCookie("mila_session", session);
  await open(scene);
}
