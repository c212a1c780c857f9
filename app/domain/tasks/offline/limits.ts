// The server, its pages and the service worker share this file, so it must not load zod.

/** The service worker sends it with a request for a page that it caches. */
export const copyHeader = "X-Mila-Copy";

/** A cached page has it in its response: the user's id and their household's. */
export const viewerHeader = "X-Mila-Viewer";

/**
 * A cached page has it in its response: the key that encrypts its user's changes while they wait,
 * 256 bits in base64url.
 */
export const sealHeader = "X-Mila-Seal";

/** Older changes are refused: outcomes are stored a little longer. */
export const maxChangeDays = 30;

/** A form that could not be saved: where it was sent, and its fields. */
export interface UnsavedForm {
  action: string;
  fields: [name: string, value: string][];
}

const secretFields = /password|code|token|secret|response/i;
const contextFields = ["mode", "redirectTo", "requestId", "timeZone"];

/**
 * Omits passwords and codes, which nobody may read later. Returns null if no other typed text is
 * left.
 */
export function unsavedForm(url: string, form: FormData): UnsavedForm | null {
  const all = [...form].flatMap(([name, value]): UnsavedForm["fields"] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const fields = all.filter(([name]) => !secretFields.test(name));
  const hasSecrets = fields.length < all.length;
  if (hasSecrets && fields.every(([name]) => contextFields.includes(name))) return null;
  const { pathname, search } = new URL(url);
  return { action: pathname + search, fields };
}

/** A change that was made without a connection. */
export type Change =
  | { type: "add"; text: string }
  | { type: "remind"; unsaved: UnsavedForm }
  | { type: "complete"; taskId: string; seenDue?: string | undefined }
  /** An undo only reverts what the same user did. */
  | { type: "reopen"; taskId: string; isUndo?: boolean | undefined }
  /** The wall clock in the task's zone: YYYY-MM-DD and HH:mm. */
  | { type: "move"; taskId: string; date: string; time: string; seenDue?: string | undefined }
  /** Items of a list. The page has chosen the id of the first one, by which it can be ticked. */
  | { type: "item-add"; listId: string; itemId: string; text: string; seenAt?: string | undefined }
  | { type: "item-mark"; listId: string; itemId: string; isTicked: boolean }
  | { type: "item-delete"; listId: string; itemId: string }
  /** An item of a task's checklist. */
  | { type: "check-mark"; taskId: string; itemId: string; isTicked: boolean };

export type ChangeOutcome = { status: "done" } | { status: "refused"; reason: string };

/** A change as the service worker stores it, encrypted. */
export interface KeptChange {
  changeId: string;
  userId: string;
  /** The household of its page. Older versions of Mila named none. */
  householdId?: string | undefined;
  madeAt: string;
  change: Change;
  /** The task's title, to show it. */
  title: string;
  /** Set once the server has answered that it cannot be saved. */
  refused?: string;
  /** True if its maker is in another household now, and has not chosen to save it there. */
  isElsewhere?: boolean;
  /** How often the server failed to process it, and when it last did. */
  failed?: { times: number; at: string };
  /** When the server last said that it accepts no more now. */
  limitedAt?: string | undefined;
}

/**
 * Messages from a page to the service worker. Each is answered with the user's changes, in order. A
 * page that does not know its user means that of the cached pages.
 */
export type ToWorker =
  | { type: "list" | "send"; userId?: string }
  | { type: "keep"; kept: KeptChange }
  /** Saves it in the household that its maker is in now. */
  | { type: "adopt"; userId: string; changeId: string; householdId: string }
  /** Discards all of them if there is no id. */
  | { type: "discard"; userId: string; changeId?: string };

/** True if it can be sent as it is. */
export const isWaiting = ({ refused, isElsewhere }: KeptChange): boolean =>
  refused === undefined && !isElsewhere;

const triesInOrder = 3;

/** True if the changes after it no longer wait for it. */
export const isStuck = ({ failed }: KeptChange): boolean => (failed?.times ?? 0) >= triesInOrder;

/** Later changes to the same task or item wait for earlier ones. Words of new tasks have none. */
export function subjectOf({ change }: Pick<KeptChange, "change">): string | undefined {
  if ("itemId" in change) return change.itemId;
  return "taskId" in change ? change.taskId : undefined;
}

/** Limits the queue of a device that never reaches its server. */
export const maxKeptChanges = 200;
