import { setImmediate } from "node:timers/promises";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { expect, test } from "vitest";
import handleRequest, { handleDataRequest } from "#app/entry.server.tsx";

test("a page that throws while rendering ends its request but not the process", async () => {
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on("unhandledRejection", note);
  const context = { nonce: "", requestId: "request-1" } as AppLoadContext;
  // Nothing that can be rendered.
  const broken = {} as EntryContext;
  await expect(
    handleRequest(new Request("http://localhost/"), 200, new Headers(), broken, context),
  ).rejects.toThrow("undefined");
  // Unhandled rejections surface in the next turn.
  await setImmediate();
  await setImmediate();
  process.off("unhandledRejection", note);
  expect(lost).toEqual([]);
});

test("a page that is busy says when to try again, with JavaScript and without", async () => {
  const headers = new Headers();
  const context = { nonce: "", requestId: "request-1" } as AppLoadContext;
  await handleRequest(
    new Request("http://localhost/"),
    503,
    headers,
    {} as EntryContext,
    context,
  ).catch(() => undefined);
  expect(headers.get("Retry-After")).toBe("3");
  expect(handleDataRequest(new Response(null, { status: 503 })).headers.get("Retry-After")).toBe(
    "3",
  );
  expect(handleDataRequest(new Response()).headers.get("Retry-After")).toBeNull();
});
