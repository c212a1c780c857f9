import type { ChangeOutcome, KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { forgetCopies, renewCopiesSoon } from "../copies.ts";
import { tellPages } from "./pages.ts";
import { listChanges, refuseChange, removeChanges } from "./store.ts";

const timeoutMs = 30_000;

/** "not theirs": someone else is signed in. "later": nothing can be sent now. */
type Answer = ChangeOutcome | { status: "not theirs" | "later" };

/**
 * Sends all that waits, one by one and in order. The lock is the browser's: a second service worker, or a second event
 * of this one, waits until the first is done.
 */
export function sendWaiting(): Promise<void> {
  return navigator.locks.request("mila-send", async () => {
    const others = new Set<string>();
    let hasSent = false;
    for (;;) {
      const kept = (await listChanges()).find(({ userId, refused }) => refused === undefined && !others.has(userId));
      const answer = kept ? await send(kept) : null;
      if (!kept || !answer || answer.status === "later") break;
      if (answer.status === "not theirs") others.add(kept.userId);
      else hasSent = true;
      if (answer.status === "done") await removeChanges(({ changeId }) => changeId === kept.changeId);
      if (answer.status === "refused") await refuseChange(kept.changeId, answer.reason);
    }
    if (!hasSent) return;
    await tellPages();
    void renewCopiesSoon();
  });
}

/** Only an answer that names the change is one: a proxy or a hotel's sign-in page may answer as well. */
async function send({ changeId, userId, madeAt, change }: KeptChange): Promise<Answer> {
  try {
    const response = await fetch("/api/save-change", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ changeId, userId, madeAt, change }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (response.status === 401) await forgetCopies();
    const answer = (await response.json()) as { changeId?: string; error?: { code: string } } & ChangeOutcome;
    if (response.ok && answer.changeId === changeId) return answer;
    return { status: answer.error?.code === "forbidden" ? "not theirs" : "later" };
  } catch {
    return { status: "later" };
  }
}
