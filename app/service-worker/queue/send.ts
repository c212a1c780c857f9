import { type ChangeOutcome, isStuck, type KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { forgetCopies, renewCopiesSoon } from "../copies.ts";
import { nextChange } from "./next-change.ts";
import { tellPages } from "./pages.ts";
import { listChanges, removeChanges, replaceChange } from "./store.ts";

/**
 * Sends all waiting changes in order, one at a time. The lock is the browser's: a second service
 * worker, or a second event of this one, waits until the first is done.
 */
export function sendWaiting(): Promise<void> {
  return navigator.locks.request("mila-send", async () => {
    const others = new Set<string>();
    let hasChanged = false;
    for (;;) {
      const kept = nextChange(await listChanges(), others, Date.now());
      if (!kept) break;
      const answer = await send(kept);
      if (answer.status === "not theirs") others.add(kept.userId);
      const { isNews, isOver } = await keepAnswer(kept, answer);
      hasChanged ||= isNews;
      if (isOver) break;
    }
    if (!hasChanged) return;
    await tellPages();
    void renewCopiesSoon();
  });
}

type NoOutcome = "not theirs" | "elsewhere" | "limited" | "later" | "failed";

/**
 * "not theirs": someone else is signed in. "elsewhere": they are in another household. "limited":
 * there were too many. "later": nothing can be sent now. "failed": the server failed at this
 * change.
 */
type Answer = ChangeOutcome | { status: NoOutcome };

/**
 * `isNews` is true if pages now show the change differently, `isOver` if no further change can be
 * sent.
 */
async function keepAnswer(
  kept: KeptChange,
  answer: Answer,
): Promise<{ isNews: boolean; isOver?: boolean }> {
  const now = new Date().toISOString();
  switch (answer.status) {
    case "done":
      await removeChanges(({ changeId }) => changeId === kept.changeId);
      return { isNews: true };
    case "refused":
      await replaceChange({ ...kept, refused: answer.reason });
      return { isNews: true };
    case "elsewhere":
      await replaceChange({ ...kept, isElsewhere: true });
      return { isNews: true };
    case "not theirs":
      return { isNews: false };
    case "limited":
      await replaceChange({ ...kept, limitedAt: now });
      return { isNews: !kept.limitedAt };
    case "later":
      // From now on it waits for a connection again.
      if (kept.limitedAt) await replaceChange({ ...kept, limitedAt: undefined });
      return { isNews: Boolean(kept.limitedAt), isOver: true };
    case "failed": {
      const failed = { times: (kept.failed?.times ?? 0) + 1, at: now };
      await replaceChange({ ...kept, failed });
      const isSkipped = isStuck({ ...kept, failed });
      return { isNews: isSkipped, isOver: !isSkipped };
    }
  }
}

const timeoutMs = 30_000;

/**
 * Accepts only an answer that names the change, because a proxy or a hotel's sign-in page may
 * answer too.
 */
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

function statusOf(code: string | undefined): NoOutcome {
  if (code === "forbidden") return "not theirs";
  if (code === "conflict") return "elsewhere";
  if (code === "too_many") return "limited";
  return code === "invalid" ? "failed" : "later";
}
