import { type ChangeOutcome, isStuck, type KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { forgetCopies, renewCopiesSoon } from "../copies.ts";
import { nextChange } from "./next-change.ts";
import { tellPages } from "./pages.ts";
import { listChanges, removeChanges, replaceChange } from "./store.ts";

const timeoutMs = 30_000;

/** "not theirs": someone else is signed in. "elsewhere": they are in another household. "limited": there were too many. "later": nothing can be sent now. "failed": the server, at this change. */
type Answer =
  | ChangeOutcome
  | { status: "not theirs" | "elsewhere" | "limited" | "later" | "failed" };

/**
 * Sends all that waits, one by one and in order. The lock is the browser's: a second service worker, or a second event
 * of this one, waits until the first is done.
 */
export function sendWaiting(): Promise<void> {
  return navigator.locks.request("mila-send", async () => {
    const others = new Set<string>();
    let hasChanged = false;
    for (;;) {
      const kept = nextChange(await listChanges(), others, Date.now());
      const answer = kept ? await send(kept) : null;
      if (!kept || !answer) break;
      if (answer.status === "later") {
        // Now it waits for a connection.
        if (kept.limitedAt) hasChanged = true;
        if (kept.limitedAt) await replaceChange({ ...kept, limitedAt: undefined });
        break;
      }
      if (answer.status === "failed" && !(await isStuckNow(kept))) break;
      if (answer.status === "not theirs") others.add(kept.userId);
      else if (answer.status !== "limited" || !kept.limitedAt) hasChanged = true;
      if (answer.status === "done")
        await removeChanges(({ changeId }) => changeId === kept.changeId);
      if (answer.status === "elsewhere") await replaceChange({ ...kept, isElsewhere: true });
      if (answer.status === "limited")
        await replaceChange({ ...kept, limitedAt: new Date().toISOString() });
      if (answer.status === "refused") await replaceChange({ ...kept, refused: answer.reason });
    }
    if (!hasChanged) return;
    await tellPages();
    void renewCopiesSoon();
  });
}

async function isStuckNow(kept: KeptChange): Promise<boolean> {
  const failed = { times: (kept.failed?.times ?? 0) + 1, at: new Date().toISOString() };
  await replaceChange({ ...kept, failed });
  return isStuck({ ...kept, failed });
}

/** Only an answer that names the change is one: a proxy or a hotel's sign-in page may answer as well. */
async function send({
  changeId,
  userId,
  householdId,
  madeAt,
  change,
}: KeptChange): Promise<Answer> {
  try {
    const response = await fetch("/api/save-change", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ changeId, userId, householdId, madeAt, change }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (response.status === 401) await forgetCopies();
    // A proxy answers while Mila is down.
    if (response.status === 500) return { status: "failed" };
    const answer = (await response.json()) as {
      changeId?: string;
      error?: { code: string };
    } & ChangeOutcome;
    if (response.ok && answer.changeId === changeId) return answer;
    return { status: statusOf(answer.error?.code) };
  } catch {
    return { status: "later" };
  }
}

function statusOf(
  code: string | undefined,
): "not theirs" | "elsewhere" | "limited" | "later" | "failed" {
  if (code === "forbidden") return "not theirs";
  if (code === "conflict") return "elsewhere";
  if (code === "too_many") return "limited";
  return code === "invalid" ? "failed" : "later";
}
