import type { ClientActionFunctionArgs } from "@remix-run/react";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import type { FailureWords } from "#app/ui/saving/failure.ts";
import { type Change, isWaiting } from "#app/domain/tasks/offline/limits.ts";
import { keepChange, readKept } from "./kept-store.ts";

interface Named {
  /** The same for all tries, so that the server saves it once. */
  changeId: string;
  change: Change;
  title: string;
}

/**
 * Calls the server's action. If the server is unreachable, or earlier changes still wait, the
 * service worker queues the change.
 */
export function createWaitingAction(
  nameChange: (form: FormData, taskId: string) => Named | null,
  words?: FailureWords,
  { patienceMs }: { patienceMs?: number } = {},
) {
  const clientAction = createClientAction(words);
  return async (args: ClientActionFunctionArgs): Promise<unknown> => {
    const named = nameChange(await args.request.clone().formData(), args.params.id ?? "");
    if (!named?.changeId) return clientAction(args);
    const keep = () => keepChange(named.changeId, named.change, named.title);
    if (readKept().some(isWaiting) && (await keep())) return waits();
    const answer = await withinMs(clientAction(args), patienceMs);
    return isUnreachable(answer) && (await keep()) ? waits() : answer;
  };
}

/** Answers in place of a server that takes too long. A change that it saves late counts once. */
function withinMs(answer: Promise<unknown>, ms: number | undefined): Promise<unknown> {
  if (ms === undefined) return answer;
  answer.catch(() => undefined);
  const timeout = new Promise((resolve) => setTimeout(() => resolve(waits()), ms));
  return Promise.race([answer, timeout]);
}

const isUnreachable = (answer: unknown) => answer instanceof Response && answer.status === 503;

/** The router skips reloading after an error status. */
const waits = () => Response.json({ isWaiting: true }, { status: 503 });

export const completeTask = createWaitingAction(markChange("complete"), couldNotChange);
export const reopenTask = createWaitingAction(markChange("reopen"), couldNotChange);

function markChange(type: "complete" | "reopen") {
  return (form: FormData, taskId: string): Named => ({
    changeId: text(form, "changeId"),
    change:
      type === "complete"
        ? { type, taskId, seenDue: seenDueIn(form) }
        : { type, taskId, isUndo: form.has("undo") || isTickWaiting(taskId) },
    title: document.getElementById(`task-${taskId}`)?.textContent ?? "",
  });
}

/** Somebody else may have done the task before this change arrives. */
const isTickWaiting = (id: string) =>
  readKept().some(({ change }) => change.type === "complete" && change.taskId === id);

export function addChange(form: FormData): Named {
  const words = text(form, "text");
  return { changeId: text(form, "requestId"), change: { type: "add", text: words }, title: words };
}

/** Absent on a page from before an update. */
const seenDueIn = (form: FormData) => (form.has("seenDue") ? text(form, "seenDue") : undefined);

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** In a shop, slow is as good as no connection. */
const shop = { patienceMs: 3_000 };

export const tickItem = createWaitingAction(markItem(true), couldNotChange, shop);
export const untickItem = createWaitingAction(markItem(false), couldNotChange, shop);
export const deleteItem = createWaitingAction(
  (form) => ({
    changeId: text(form, "changeId"),
    change: { type: "item-delete", listId: text(form, "listId"), itemId: text(form, "itemId") },
    title: text(form, "name"),
  }),
  couldNotChange,
  shop,
);
export const addItems = createWaitingAction(
  (form, listId) => {
    const [words, itemId] = [text(form, "text"), text(form, "requestId")];
    if (!words.trim()) return null;
    return {
      changeId: itemId,
      change: { type: "item-add", listId, itemId, text: words, seenAt: text(form, "seenAt") },
      title: words,
    };
  },
  undefined,
  shop,
);

function markItem(isTicked: boolean) {
  return (form: FormData): Named => ({
    changeId: text(form, "changeId"),
    change: {
      type: "item-mark",
      listId: text(form, "listId"),
      itemId: text(form, "itemId"),
      isTicked,
    },
    title: text(form, "name"),
  });
}

export const tickCheck = createWaitingAction(markCheck(true), couldNotChange, shop);
export const untickCheck = createWaitingAction(markCheck(false), couldNotChange, shop);

function markCheck(isTicked: boolean) {
  return (form: FormData, taskId: string): Named => ({
    changeId: text(form, "changeId"),
    change: { type: "check-mark", taskId, itemId: text(form, "itemId"), isTicked },
    title: text(form, "name"),
  });
}
