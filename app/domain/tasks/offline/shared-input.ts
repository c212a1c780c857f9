// The server, its pages and the service worker share this file, so it must not load zod.
import { textLength } from "#app/domain/core/limits.ts";

/** The installed app's share target posts its form there (public/manifest.webmanifest). */
export const sharePath = "/share";

/** The field of a page's address that says which shared text it puts into its input. */
export const sharedField = "shared";

export type SharedPage = "/dashboard" | "/mail";

/** A page's question about a shared text, which the service worker answers with `SharedAnswer`. */
export interface SharedQuestion {
  type: "read" | "remove" | "hand over";
  /** The value of `sharedField`: the id of the text, and the key that opens it. */
  ticket: string;
  userId: string;
  /** The text in the field of a page that is about to close. */
  typed?: string;
  /** False if it has only the shared text. */
  hasTyped?: boolean;
}

export interface SharedAnswer {
  /** Undefined if it isn't here, or is somebody else's. */
  text?: string;
  /** True if the text also includes words that somebody had typed. */
  hasTyped?: boolean;
  /** True if another page has taken it. */
  isTaken?: boolean;
}

/** The service worker offers a shared text to the pages that are open. */
export interface SharedOffer {
  page: SharedPage;
  ticket: string;
  userId: string;
}

/**
 * Reads a form's text, or what another app shares: a link may come as a separate field or within
 * the text.
 */
export function sharedText(fields: URLSearchParams): string {
  if (!fields.has("title") && !fields.has("url")) return fields.get("text") ?? "";
  const parts = ["title", "text", "url"].map((name) => fields.get(name)?.trim() ?? "");
  return parts
    .filter((part, index) => part && !parts.slice(index + 1).some((later) => later.includes(part)))
    .join(parts.some((part) => part.includes("\n")) ? "\n" : " ");
}

/** Omits files. Forms write a line break as two characters. */
export function sharedFields(form: FormData): URLSearchParams {
  return new URLSearchParams(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.replaceAll("\r\n", "\n")]] : [],
    ),
  );
}

/** Returns the page whose input takes the text: more than a request is read as a mail. */
export const pageForShared = (text: string): SharedPage =>
  text.trim().length > textLength.request ? "/mail" : "/dashboard";
