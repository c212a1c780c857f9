import { expect, test } from "vitest";
import { completeTask } from "#app/domain/tasks/task.server.ts";
import { plantTask, signedInFamily, startMilaWithDatabase } from "../security/signed-in.ts";

const accept = { Accept: "text/event-stream" };

test("open pages of a household are told of its changes, and nobody else's are", async () => {
  await using mila = await startMilaWithDatabase();
  const [ours, theirs] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const listen = async ({ cookie }: { cookie: string }) => {
    const { body, headers } = await fetch(`${mila.url}/events?revision=0`, { headers: { cookie, ...accept } });
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
    return readEvents(body!);
  };
  const [we, they] = [await listen(ours), await listen(theirs)];
  // By another connection than the server's, as the worker or a second server makes it.
  await completeTask(mila.db, ours, await plantTask(mila.db, ours));
  await completeTask(mila.db, theirs, await plantTask(mila.db, theirs));
  await completeTask(mila.db, theirs, await plantTask(mila.db, theirs));
  expect(await we.next()).toBe("1");
  expect(await they.next()).toMatch(/^[12]$/);
  await we.end();
  await they.end();
});

test("a page that comes back is told what it has missed, and a stranger nothing", async () => {
  await using mila = await startMilaWithDatabase();
  const ours = await signedInFamily(mila.db);
  await completeTask(mila.db, ours, await plantTask(mila.db, ours));
  const headers = { cookie: ours.cookie, ...accept, "Last-Event-ID": "0" };
  const events = readEvents((await fetch(`${mila.url}/events?revision=7`, { headers })).body!);
  expect(await events.next()).toBe("1");
  await events.end();
  expect((await fetch(`${mila.url}/events?revision=0`, { headers: accept })).status).toBe(204);
  const noListener = await fetch(`${mila.url}/events.data?revision=0`, { headers: { cookie: ours.cookie } });
  expect(noListener.ok).toBe(false);
});

/** The data of each event of a stream. */
function readEvents(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async next(): Promise<string> {
      for (;;) {
        const [, data, rest] = /data: (.*)\n\n([^]*)$/.exec(text) ?? [];
        if (data !== undefined) {
          text = rest ?? "";
          return data;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error("The stream ended");
        text += decoder.decode(value, { stream: true });
      }
    },
    end: () => reader.cancel(),
  };
}
