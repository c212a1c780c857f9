import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { unsavedForm } from "#app/domain/tasks/offline/limits.ts";
import { ForeignAnswer, isLeavingFor } from "#app/ui/remix-internals.ts";
import type { Failure, FailureWords } from "./failure.ts";

/** See the specification, section 8. */
export const couldNotSave = {
  title: "Hmm, I couldn't save that.",
  message: "Want me to try again or remind you later tonight?",
  offersMore: true,
} satisfies FailureWords;

export const couldNotDelegate = { ...couldNotSave, title: "Hmm, I couldn't delegate that." };

const tryLater = "Please try again in a moment.";

/** The words for pages without an account, where nobody can be reminded. */
export const couldNotSaveHere: FailureWords = { title: couldNotSave.title, message: tryLater };

/** The words for a failed update or deletion of a task (specification, section 8). */
export const couldNotChange: FailureWords = { title: "Error", offersMore: true };

/**
 * Calls the server's action. If the server is unreachable or fails, the page stays and shows the
 * failure.
 */
export function createClientAction(words: FailureWords = couldNotSave) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const sent = words.offersMore ? request.clone() : null;
    try {
      return await serverAction();
    } catch (thrown) {
      if (isReload(thrown, request)) return null;
      if (isDeliberateResponse(thrown)) throw thrown;
      const failed = await describeFailure(words, thrown, sent);
      // The router skips reloading after an error status. With 503, some changes wait for the
      // server.
      return Response.json({ failed }, { status: isOverSoon(thrown) ? 503 : 500 });
    }
  };
}

/**
 * True if the response redirects to the dashboard that is already shown: reloading its data is
 * enough. The router follows one redirect at a time, so following this one could drop the redirect
 * of a request that was typed in the meantime.
 */
function isReload(thrown: unknown, { url }: Request): boolean {
  if (!(thrown instanceof Response) || thrown.headers.has("X-Remix-Reload-Document")) return false;
  const to = thrown.headers.get("Location");
  const { origin, pathname, search } = window.location;
  const isHere = pathname === "/dashboard" && to === pathname + search;
  return isHere && !isLeavingFor(url.slice(origin.length));
}

async function describeFailure(
  words: FailureWords,
  thrown: unknown,
  sent: Request | null,
): Promise<Failure> {
  const unsaved = sent && unsavedForm(sent.url, await sent.formData());
  const { title, message } = words.offersMore && !unsaved ? couldNotSaveHere : words;
  return {
    title,
    message: inWords(thrown, message),
    ...(unsaved && !isForGood(thrown) && { unsaved }),
  };
}

/** True if the same request would be refused again. */
function isForGood(thrown: unknown): boolean {
  return refusalIn(thrown) !== undefined && !isOverSoon(thrown);
}

/** True if the server is unreachable or busy. */
function isOverSoon(thrown: unknown): boolean {
  if (thrown instanceof ForeignAnswer) return thrown.status === 429 || thrown.status >= 500;
  return !isRouteErrorResponse(thrown) || (thrown.status === 503 && thrown.data?.refusal);
}

/** Returns the reason in words, if it was refused before a route handled it. */
function refusalIn(thrown: unknown): string | undefined {
  if (isRouteErrorResponse(thrown)) return thrown.data?.refusal;
  if (!(thrown instanceof ForeignAnswer)) return undefined;
  const { status } = thrown;
  if (status >= 500) return undefined;
  return foreignRefusals[status] ?? `Something on the way to Mila refused this (${status}).`;
}

/** Explains responses of a proxy, or of a server that couldn't read the request. */
const foreignRefusals: Record<number, string> = {
  408: "Sending this took too long. Please try again.",
  413: "That's too large to send.",
  429: "That was too often. Please try again in a moment.",
};

function inWords(thrown: unknown, message: string | undefined): string {
  const { why, errorId } = (isRouteErrorResponse(thrown) && thrown.data) || {};
  const refusal = refusalIn(thrown);
  if (refusal) return refusal;
  if (why) return `${why} ${message ?? tryLater}`;
  const code =
    errorId &&
    `Something went wrong. If it keeps happening, send this code to Mila's owner: ${errorId}`;
  return message ?? (code || `Mila can't be reached right now. ${tryLater}`);
}

/** True for redirects and 4xx responses, which a route threw on purpose. */
export function isDeliberateResponse(thrown: unknown): boolean {
  if (!isRouteErrorResponse(thrown)) return thrown instanceof Response;
  return thrown.status < 500 && !thrown.data?.refusal;
}
