import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express, { type Request, type Response as Reply } from "express";
import { expect, test } from "vitest";
import type { TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import { streamEvents } from "#app/doors/api/events.server.ts";
import { hasTooManyListeners, streamRevisions } from "#app/routes/dashboard/events.server.ts";
import { getContext, requestContext } from "#app/server/express/request-context.ts";
import { newDatabase } from "../../support/records/database.ts";

/** Answers twenty requests, each after its client has left. Returns how many it answered. */
async function answerTwentyAfterLeaving(
  answer: (req: Request, res: Reply) => void,
): Promise<number> {
  let answered = 0;
  const app = express().use(requestContext);
  app.get("/events", async (req, res) => {
    req.destroy();
    await once(res, "close");
    answer(req, res);
    answered += 1;
  });
  const server = app.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/events`));
  expect((await Promise.allSettled(asked)).every(({ status }) => status === "rejected")).toBe(true);
  await expect.poll(() => answered).toBe(20);
  server.close();
  return answered;
}

test("pages that close while their session is read don't count as listening", async () => {
  await using _own = newDatabase();
  const page = { userId: "nora", sessionId: "phone" };
  const streams: ReadableStream[] = [];
  await answerTwentyAfterLeaving((_req, res) =>
    streams.push(streamRevisions(page, 0, getContext(res).onClose)),
  );
  expect(hasTooManyListeners(page.sessionId)).toBe(false);
  expect(await new Response(streams[0]).text()).toBe("retry: 2000\n\n");
});

test("programs that leave while their token is read don't count as following", async () => {
  await using _own = newDatabase();
  const bearer = { tokenId: "watch", userId: "nora", revision: 0 } as TokenBearer;
  const follow = (req: Request, res: Reply) =>
    streamEvents(req, res, bearer, getContext(res).onClose);
  await answerTwentyAfterLeaving(follow);
  // None of as many again is refused.
  expect(await answerTwentyAfterLeaving(follow)).toBe(20);
});
