import {
  isWaiting,
  type KeptChange,
  maxKeptChanges,
  type ToWorker,
} from "#app/domain/tasks/offline/limits.ts";
import type { SharedQuestion } from "#app/domain/tasks/offline/shared-input.ts";
import { readUserId } from "../copies.ts";
import { scope } from "../scope.ts";
import { answerAboutShared } from "../shared.ts";
import { tellPages } from "./pages.ts";
import { sendWaiting } from "./send.ts";
import { addChange, countChanges, listChanges, removeChanges, replaceChange } from "./store.ts";

const syncTag = "mila-changes";

/** Queues changes until the server has answered them, and answers pages. */
export function keepChanges(): void {
  scope.addEventListener("message", (event) => {
    const message = event.data as ToWorker | SharedQuestion;
    const answer = ("ticket" in message ? answerAboutShared(message) : listAfter(message))
      .then((answered) => event.ports[0]?.postMessage(answered))
      .catch((error: unknown) => event.ports[0]?.postMessage({ error: String(error) }));
    event.waitUntil(answer);
    if (message.type === "list" || message.type === "keep")
      event.waitUntil(answer.then(sendWaiting));
  });

  // The browser repeats a failed sync, even with the pages closed.
  scope.addEventListener("sync", (event) => event.waitUntil(sendWaiting().then(expectNoneLeft)));
}

const listAfter = async (message: ToWorker) => ({ changes: await obey(message) });

async function obey(message: ToWorker): Promise<KeptChange[]> {
  const userId =
    message.type === "keep" ? message.kept.userId : (message.userId ?? (await readUserId()));
  if (message.type === "keep") await keep(message.kept);
  if (message.type === "send") await sendWaiting();
  if (message.type === "adopt") {
    const adopted = (await listChanges()).find(
      (kept) => kept.changeId === message.changeId && kept.userId === userId,
    );
    if (adopted)
      await replaceChange({ ...adopted, householdId: message.householdId, isElsewhere: false });
    await sendWaiting();
  }
  if (message.type === "discard") {
    const { changeId } = message;
    await removeChanges(
      (kept) => kept.userId === userId && (!changeId || kept.changeId === changeId),
    );
    await tellPages();
  }
  return (await listChanges()).filter((kept) => kept.userId === userId);
}

async function keep(kept: KeptChange): Promise<void> {
  const own = await listChanges();
  if (own.some(({ changeId, userId }) => changeId === kept.changeId && userId === kept.userId))
    return;
  if ((await countChanges()) >= maxKeptChanges) throw new Error("Too many changes wait");
  await addChange(kept);
  await tellPages();
  await requestSync();
}

/**
 * Firefox and Safari have no background sync: there, waiting changes are sent when Mila is opened.
 */
async function requestSync(): Promise<void> {
  await scope.registration.sync?.register(syncTag).catch(() => undefined);
}

async function expectNoneLeft(): Promise<void> {
  const waiting = (await listChanges()).filter(isWaiting);
  if (waiting.length > 0) throw new Error("Changes still wait");
}
