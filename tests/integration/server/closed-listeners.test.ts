import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { hasTooManyListeners, streamRevisions } from "#app/routes/dashboard/events.server.ts";
import { getContext, requestContext } from "#app/server/express/request-context.ts";

test("pages that close while their session is read don't count as listening", async () => {
  const page = { userId: "nora", sessionId: "phone" };
  const streams: ReadableStream[] = [];
  const app = express().use(requestContext);
  app.get("/events", async (req, res) => {
    req.destroy();
    await once(res, "close");
    streams.push(streamRevisions(page, 0, getContext(res).onClose));
  });
  const server = app.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/events`));
  expect((await Promise.allSettled(asked)).every(({ status }) => status === "rejected")).toBe(true);
  await expect.poll(() => streams.length).toBe(20);
  server.close();
  expect(hasTooManyListeners(page.sessionId)).toBe(false);
  expect(await new Response(streams[0]).text()).toBe("retry: 2000\n\n");
});
