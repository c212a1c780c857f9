import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { openChildPage } from "#app/domain/children/child-pages.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { noSuchFile } from "#app/server/http-errors.server.ts";
import { database } from "#db/connection.server.ts";

/**
 * Returns null for a link that was never made, or has ended; "busy" after too many requests by one
 * link, or guesses from one network.
 */
export async function openPage({ params, context }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const page = await openChildPage(database(), token);
  const isAllowed = page
    ? allowInMemory("child_page", token)
    : allowInMemory("guesses", context.ipAddress);
  if (!isAllowed) return "busy";
  return page && { ...page, timeZone: page.timeZone ?? env.MILA_TIME_ZONE ?? "UTC" };
}

/** Opens the page for a button on it. @throws 404 or 429 */
export async function requirePage(args: LoaderFunctionArgs) {
  const page = await openPage(args);
  if (page === "busy") throw new Response("Please wait a minute, then try again.", { status: 429 });
  return page ?? noSuchFile("This page has ended.");
}
