// Shared by the server, its pages and the service worker, so it must not load zod.

/** Sent by the service worker with a request for a page that it keeps. */
export const copyHeader = "X-Mila-Copy";

/** Of such a page: its user's id and their household's. */
export const viewerHeader = "X-Mila-Viewer";

/** Of such a page: the key that seals its user's changes while they wait, 256 bits in base64url. */
export const sealHeader = "X-Mila-Seal";

/** Older changes are refused: what was answered is remembered a little longer. */
export const maxChangeDays = 30;

/** A form that could not be saved: where it was sent, and its fields. */
export interface UnsavedForm {
  action: string;
  fields: [name: string, value: string][];
}

const secretFields = /password|code|token|secret|response/i;
const contextFields = ["mode", "redirectTo", "requestId", "timeZone"];

/** Leaves out passwords and codes, which nobody may read later. Null if nothing that was typed is left beside them. */
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
  /** An undo takes back only what its maker did. */
  | { type: "reopen"; taskId: string; isUndo?: boolean | undefined }
  /** Wall clock in the task's zone: YYYY-MM-DD and HH:mm. */
  | { type: "move"; taskId: string; date: string; time: string };

export type ChangeOutcome = { status: "done" } | { status: "refused"; reason: string };

/** As the service worker keeps it, sealed. */
export interface KeptChange {
  changeId: string;
  userId: string;
  /** Its page's household. Older versions of Mila named none. */
  householdId?: string | undefined;
  madeAt: string;
  change: Change;
  /** The task's, to show it. */
  title: string;
  /** Set once the server has answered that it cannot be saved. */
  refused?: string;
  /** Its maker is in another household now, and has not chosen to save it there. */
  isElsewhere?: boolean;
  /** How often the server failed to answer it, and when it did last. */
  failed?: { times: number; at: string };
  /** When the server said last that it can take no more now. */
  limitedAt?: string | undefined;
}

/**
 * From a page to the service worker. All are answered with the user's changes, in their order. A page that does not know
 * its user means that of the copies.
 */
export type ToWorker =
  | { type: "list" | "send"; userId?: string }
  | { type: "keep"; kept: KeptChange }
  /** Saves it in the household that its maker is in now. */
  | { type: "adopt"; userId: string; changeId: string; householdId: string }
  /** Without an id, all of them. */
  | { type: "discard"; userId: string; changeId?: string };

/** It can be sent as it is. */
export const isWaiting = ({ refused, isElsewhere }: KeptChange): boolean =>
  refused === undefined && !isElsewhere;

const triesInOrder = 3;

/** The changes behind it no longer wait for it. */
export const isStuck = ({ failed }: KeptChange): boolean => (failed?.times ?? 0) >= triesInOrder;

/** A phone that never finds its server must not fill up. */
export const maxKeptChanges = 200;
