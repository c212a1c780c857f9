import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import { newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora() {
  const nora = await newDavClient(mila, { timeZone: "Europe/Berlin" });
  const api = apiClient(mila.url, nora.secret);
  const find = async () => dataOf(await api.GET("/tasks")).tasks[0]!;
  const change = async (body: { title?: string; due_date?: string }) =>
    dataOf(await api.PATCH("/tasks/{id}", { params: { path: { id: (await find()).id } }, body }));
  return { ...nora, find, change, path: nora.at("household", "trash.ics") };
}

const words = {
  summary: 'SUMMARY;LANGUAGE=en;X-ODD="a;b":Trash and\r\n  bottles',
  description: 'DESCRIPTION;ALTREP="cid:part1@example.com":By eig\r\n ht\\, or nine\\Nat most',
};

test("words that Mila does not change come back as they were sent", async () => {
  const nora = await newNora();
  await nora.put(nora.path, todo("trash", words.summary, words.description));
  await nora.change({ due_date: "2031-01-06T15:00" });
  const moved = (await nora.get(nora.path)).text;
  expect(moved).toContain("DUE;TZID=Europe/Berlin:20310106T150000");
  for (const line of Object.values(words)) expect(moved).toContain(`\r\n${line}\r\n`);
  await nora.change({ title: "Bins" });
  const renamed = (await nora.get(nora.path)).text;
  expect(renamed).toContain(`\r\n${words.description}\r\n`);
  expect(renamed).toMatch(/\r\nSUMMARY;LANGUAGE=en;X-ODD="a;b":Bins\r\n/);
});

test("words elsewhere go with the words that they stood for", async () => {
  const nora = await newNora();
  const text = todo("trash", 'SUMMARY;ALTREP="cid:part1@example.com":Trash');
  await nora.put(nora.path, text);
  await nora.change({ title: "Bins" });
  expect((await nora.get(nora.path)).text).toContain("\r\nSUMMARY:Bins\r\n");
});

test("a time without a zone is the person's", async () => {
  const nora = await newNora();
  const text = todo("trash", "SUMMARY:Trash", "DUE:20310106T150000");
  expect((await nora.put(nora.path, text)).headers.get("ETag")).not.toBeNull();
  expect(await nora.find()).toMatchObject({
    due_local: "2031-01-06T15:00",
    due_date: "2031-01-06T14:00:00.000Z",
  });
  expect((await nora.get(nora.path)).text).toBe(text);
});
