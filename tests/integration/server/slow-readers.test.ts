import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { expect, test } from "vitest";
import { remixHandler } from "#app/server/express/remix-handler.ts";
import { requestContext } from "#app/server/express/request-context.ts";

const piece = Buffer.alloc(64 * 1_024, "Trash\n");
const [pieces, turns] = [3_000, 4_000];

test.each([{ encoding: "gzip" }, { encoding: "identity" }])(
  "a long answer waits for its reader instead of filling the memory ($encoding)",
  async ({ encoding }) => {
    let [made, hasEnded] = [0, false];
    const answer = new ReadableStream({
      pull(controller) {
        made += 1;
        if (made > pieces) controller.close();
        else controller.enqueue(crypto.getRandomValues(new Uint8Array(piece)));
      },
      cancel: () => void (hasEnded = true),
    });
    await using server = await serve(() => new Response(answer));
    const sent = request(server.url, { headers: { "accept-encoding": encoding } }).end();
    sent.on("error", () => undefined);
    const [response] = await once(sent, "response");
    // Nobody reads, and the server has all the time it wants.
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    expect(made).toBeLessThan(pieces / 2);
    response.destroy();
    await expect.poll(() => hasEnded).toBe(true);
  },
);

test("who reads gets all of it", async () => {
  const answer = () => {
    let made = 0;
    return new Response(
      new ReadableStream({
        pull: (controller) => ((made += 1) > 300 ? controller.close() : controller.enqueue(piece)),
      }),
    );
  };
  await using server = await serve(answer);
  const read = Buffer.from(await (await fetch(server.url)).arrayBuffer());
  expect(read.length).toBe(300 * piece.length);
});

/** Answers each request as a resource route of Remix does. */
async function serve(answer: () => Response) {
  const app = express().use(requestContext);
  app.all("*", remixHandler(buildOf(answer)));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function buildOf(answer: () => Response): ServerBuild {
  const route = { id: "file", path: "file", module: { loader: answer } };
  return {
    entry: { module: { default: () => new Response("", { status: 500 }) } },
    routes: { file: route },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    isSpaMode: false,
    mode: "production",
  } as unknown as ServerBuild;
}
