import { offlinePage } from "./assets.ts";
import { forgetCopies, readUserId } from "./copies.ts";
import { endPushSubscription } from "./push-subscription.ts";
import { sendWaiting } from "./queue/send.ts";
import { listChanges, removeChanges } from "./queue/store.ts";

/** Leaves nothing private behind. Pages ask about waiting changes first, and a form without their script leads there. */
export async function signOut(request: Request): Promise<Response> {
  const userId = await readUserId();
  if (userId && request.mode === "navigate" && (await hasWaiting(userId))) {
    await sendWaiting();
    if (await hasWaiting(userId)) return Response.redirect("/sign-out/waiting", 303);
  }
  const answer = await fetch(request).catch(() => null);
  if (!answer)
    return request.mode === "navigate" ? offlinePage("/offline-sign-out.html") : Response.error();
  // A form of another website is refused, and the address is no page.
  if (answer.status >= 400) return answer;
  await forgetCopies();
  await endPushSubscription().catch(() => undefined);
  if (userId) await removeChanges((kept) => kept.userId === userId);
  return answer;
}

async function hasWaiting(userId: string): Promise<boolean> {
  return (await listChanges()).some((kept) => kept.userId === userId && kept.refused === undefined);
}
