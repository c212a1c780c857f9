import { redirect, replace } from "@remix-run/node";
import { v7 as newId } from "uuid";
import { z } from "zod";
import { pagePath } from "./redirect-to.server.ts";
import { cutWithMark, graphemeStarts } from "#app/domain/outbox/rendering/plain-words.ts";
import { isForCopy } from "./shell/copy.server.ts";
import { signedCookie } from "./cookies/signed-cookie.server.ts";

const toastSchema = z.object({
  id: z.string(),
  kind: z.enum(["success", "error"]),
  title: z.string(),
  message: z.string().optional(),
  taskTitle: z.string().optional(),
  undo: z.string().optional(),
  /** True if Undo only reverts what the same user did. */
  isOwn: z.boolean().optional(),
  /** The page to show after Undo. */
  undoneAt: z.string().optional(),
  taskId: z.string().optional(),
  endsForm: z.boolean().optional(),
  unsaved: z
    .object({ action: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) })
    .optional(),
  /** A page that shows what was done. */
  page: z.object({ to: z.string(), label: z.string() }).optional(),
  /** A button that does something else with the same words. */
  instead: z.object({ action: z.string(), text: z.string(), label: z.string() }).optional(),
  /** Reminders to add to the task with one press. */
  reminderOffers: z.array(z.object({ minutesBefore: z.number(), label: z.string() })).optional(),
});

export type Toast = z.infer<typeof toastSchema>;

const keptToast = toastSchema.extend({ at: z.string().catch("") });

const toastCookie = signedCookie("mila_toast", { maxAge: 60 });

export function toast(
  kind: Toast["kind"],
  title: string,
  more: Omit<Toast, "id" | "kind" | "title"> = {},
): Toast {
  return { id: newId(), kind, title, ...more };
}

/** Shown as an error, which stays until it is seen. */
export const notSavedYet = () =>
  toast("error", "Not saved yet", { message: "Here is what you typed. Please save it again." });

export const notSaved = () =>
  toast("error", "Not saved", {
    message: "You were signed out, so that was not saved. Please log in and try again.",
  });

export const addStepFirst = () =>
  toast("error", "Not saved", {
    message: "Mila's owner asks for a second step. Please add yours, then try again.",
  });

export const openLinkAgain = () =>
  toast("error", "One more step", {
    message: "Mila's owner asks for a second step. Please add yours, then open your link again.",
  });

export async function redirectWithToast(
  url: string,
  content: Toast,
  cookies: string[] = [],
): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": await serializeToast(content, url) });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return replace(url, { status: 303, headers });
}

/** Browsers drop a cookie of more than 4,096 bytes, and with it the button for Undo. */
const maxCookie = 4_000;
const maxWords = 200;

/** @param url the page that is to show it, if there is one */
export async function serializeToast(words: Toast, url = ""): Promise<string> {
  const content = url.length <= maxWords ? { ...words, at: url } : words;
  const whole = await toastCookie.serialize(content);
  if (whole.length <= maxCookie) return whole;
  const { title, message, taskTitle, instead, ...rest } = content;
  const shorter = {
    ...rest,
    title: cut(title),
    message: message && cut(message),
    taskTitle: taskTitle && cut(taskTitle),
  };
  const short = await toastCookie.serialize({ ...shorter, instead });
  return short.length <= maxCookie ? short : toastCookie.serialize(shorter);
}

function cut(words: string): string {
  if (words.length <= maxWords) return words;
  const end = graphemeStarts(words).findLast((start) => start < maxWords);
  return cutWithMark(words.slice(0, end), "…");
}

/** Adds a history entry, unlike `redirectWithToast`, so Back closes the dialog. */
export async function openWithToast(url: string, content: Toast): Promise<Response> {
  return redirect(url, {
    status: 303,
    headers: { "Set-Cookie": await serializeToast(content, url) },
  });
}

export async function consumeToast(
  request: Request,
): Promise<{ toast?: Toast; headers?: HeadersInit }> {
  // A cached page gets no toast, because nobody looks at it.
  if (isForCopy(request)) return {};
  const result = keptToast.safeParse(await toastCookie.read(request));
  if (!result.success) return {};
  const { at, ...content } = result.data;
  if (isBeside(request.url, at)) return {};
  return { toast: content, headers: { "Set-Cookie": await toastCookie.clear() } };
}

/**
 * True if a script loads the same page with another search. It does so after a press that was under
 * way, when the page of the toast is about to be shown.
 */
function isBeside(url: string, at: string): boolean {
  const [here, there] = [new URL(url), new URL(at, url)];
  if (!here.pathname.endsWith(".data") || pagePath(url) !== there.pathname) return false;
  here.searchParams.delete("_routes");
  return here.searchParams.toString() !== there.searchParams.toString();
}
