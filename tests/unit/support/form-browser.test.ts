import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";

/** Every address serves this page, and `requests` records the visits. */
let html = "";
let requests: { line: string; body: string; headers: IncomingMessage["headers"] }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  requests.push({
    line: `${request.method} ${request.url}`,
    body: String(Buffer.concat(parts)),
    headers: request.headers,
  });
  answer(request, response);
});
let home: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close().closeAllConnections());

/** Opens a page with this body. Submitting a form leads back to it. */
async function open(body: string): Promise<FormBrowser> {
  html = `<!doctype html><title>Test</title><body>${body}`;
  requests = [];
  answer = ({ method }, response) => {
    if (method === "POST") response.writeHead(303, { location: "/after" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(html);
  };
  const browser = new FormBrowser(home);
  await browser.visit("/page?of=1");
  return browser;
}

const posted = () => requests.find(({ line }) => line.startsWith("POST"));

test("a form sends its fields in order with the pressed button, like a browser", async () => {
  const browser = await open(`
    <form method="post" action="/save?now=yes">
      <input type="hidden" name="id" value="7">
      <label>Title <input name="title" value="Milk"></label>
      <label for="list">List</label>
      <select id="list" name="list"><option value="k">Kids</option><option value="h" selected>Household</option></select>
      <label><input type="checkbox" name="urgent"> Urgent</label>
      <label><input type="checkbox" name="shared" checked> Shared</label>
      <label><input type="radio" name="who" value="nora" checked> Nora</label>
      <label><input type="radio" name="who" value="sam"> Sam</label>
      <input name="off" value="never" disabled>
      <input value="no name">
      <button name="do" value="drop">Drop</button>
      <label>Note <textarea name="note">
one
two</textarea></label>
      <button name="do" value="save">Save</button>
    </form>`);
  browser.fill("Title", "Bread & butter");
  browser.choose("List", "Kids");
  browser.check("Sam");
  browser.uncheck("Shared");
  browser.check("Urgent");
  await browser.press("Save");
  expect(posted()).toMatchObject({
    line: "POST /save?now=yes",
    body: "id=7&title=Bread+%26+butter&list=k&urgent=on&who=sam&note=one%0D%0Atwo&do=save",
    headers: {
      "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
      origin: home,
    },
  });
  expect(browser.url).toBe("/after");
});

test("a form without an action posts to its page, and a button can change both", async () => {
  const page = `<form method="post"><input name="text" value="a b"><button>Send</button>
    <button formmethod="get" formaction="/look?old=1" aria-label="Look"></button></form>`;
  await (await open(page)).press("Send");
  expect(posted()).toMatchObject({ line: "POST /page?of=1", body: "text=a+b" });
  const browser = await open(page);
  await browser.press("Look");
  expect(browser.url).toBe("/look?text=a+b");
});

test("a button outside its form submits it, and Enter presses the first one, even hidden", async () => {
  const page = `<form id="f" method="post" action="/f"><button aria-hidden="true" name="by" value="enter">Enter</button>
    <label>Line <input name="line"></label></form><button form="f" name="by" value="button">Send</button>`;
  await (await open(page)).press("Send");
  expect(posted()?.body).toBe("line=&by=button");
  await (await open(page)).enter("Line");
  expect(posted()?.body).toBe("by=enter&line=");
});

test.for([
  ["disabled", "<button disabled>Go</button>"],
  ["in a fieldset that is disabled", "<fieldset disabled><button>Go</button></fieldset>"],
  ["hidden", "<div hidden><button>Go</button></div>"],
  ["hidden from the tree of roles", `<button aria-hidden="true">Go</button>`],
  ["in a closed details", "<details><summary>More</summary><button>Go</button></details>"],
  ["in a closed dialog", "<dialog><button>Go</button></dialog>"],
  ["in a popover that was not opened", "<div popover><button>Go</button></div>"],
  ["in a template", "<template><button>Go</button></template>"],
  ["there only for scripts", `<button type="button">Go</button>`],
  ["one of two of that name", "<button>Go</button><button>Go</button>"],
])("a button that is %s cannot be pressed", async ([, button]) => {
  const browser = await open(`<form method="post">${button}</form>`);
  await expect(browser.press("Go")).rejects.toThrow("“Go”");
  expect(posted()).toBeUndefined();
});

test("a folded part can be pressed once it is opened", async () => {
  const browser = await open(`<form method="post">
    <details><summary>More</summary><p>Sure?</p><button>Really</button></details>
    <button type="button" popovertarget="ask">Ask</button>
    <div popover id="ask" aria-label="Question"><button type="button" popovertarget="ask">Close</button> Well?</div></form>`);
  expect(browser.text).toBe("More Ask");
  browser.unfold("More");
  await browser.press("Ask");
  expect(browser.text).toBe("More Sure? Really Ask Close Well?");
  await browser.popover("Question").press("Close");
  await browser.press("Really");
  expect(posted()).toBeDefined();
});

test("content for browsers without JavaScript is shown", async () => {
  const browser = await open(
    `<noscript><a href="/again">Refresh</a></noscript><script>document.write("no")</script>`,
  );
  expect(browser.text).toBe("Refresh");
  await browser.follow("Refresh");
  expect(browser.url).toBe("/again");
});

test.for([
  ["required", `<input id="x" required>`],
  ["no address", `<input id="x" type="email" value="nobody at home">`],
  ["too late", `<input id="x" type="date" max="2030-01-01" value="2031-01-01">`],
])("a field that is %s blocks its form unless validation is off", async ([, field]) => {
  const browser = await open(
    `<form method="post"><label for="x">Field</label>${field}<button>Save</button></form>`,
  );
  await expect(browser.press("Save")).rejects.toThrow("“Field”");
  expect(posted()).toBeUndefined();
  browser.skipBrowserChecks();
  await browser.press("Save");
  expect(posted()).toBeDefined();
});

test("a field rejects input that it cannot hold", async () => {
  const browser =
    await open(`<label>Day <input type="date"></label><label>Code <input maxlength="3"></label>
    <label>Link <input readonly></label><label>Off <input disabled></label><label hidden>Gone <input></label>`);
  expect(() => browser.fill("Day", "tomorrow")).toThrow("rejects");
  expect(() => browser.fill("Code", "1234")).toThrow("too short");
  expect(() => browser.fill("Link", "x")).toThrow("read-only");
  expect(browser.fields()).toEqual(["Day", "Code", "Link"]);
});

test("a field's error and a part of the page can be read", async () => {
  const browser =
    await open(`<section aria-labelledby="h"><h2 id="h">Kids</h2><ul><li><h3>Swim<b>ming</b></h3> today</li></ul>
    <label for="t">Title</label><input id="t" value="x" aria-invalid="true" aria-describedby="a b"><p id="a">Short</p>
    <p id="b">Too short</p></section><p>Elsewhere</p>`);
  expect(browser.region("Kids").text).toBe("Kids Swimming today Title Short Too short");
  expect(browser.card("Swimming").text).toBe("Swimming today");
  expect(browser.field("Title")).toMatchObject({
    value: "x",
    isInvalid: true,
    description: "Short Too short",
  });
});

test("an unexpected status or an unredirected form is an error", async () => {
  const browser = await open(`<form method="post"><button>Save</button></form>`);
  answer = (_, response) => response.writeHead(400).end(html);
  await expect(browser.visit("/wrong")).rejects.toThrow("/wrong responded with 400");
  await browser.press("Save", { status: 400 });
  answer = (_, response) => response.writeHead(200).end(html);
  await browser.press("Save", { isFormRedisplayed: true });
  await expect(browser.press("Save")).rejects.toThrow("responded to a form with 200");
});

test("a part that is no longer shown cannot be used", async () => {
  const browser = await open("<ul><li><h3>Milk</h3><a href='/x'>Open</a></li></ul>");
  const card = browser.card("Milk");
  await browser.reload();
  await expect(card.follow("Open")).rejects.toThrow("has left the page");
});

test("cookies are sent until they expire, and never to other sites", async () => {
  const browser = await open("<a href='https://calendar.example.com/x?y=1'>Out</a>");
  answer = (_, response) =>
    response.writeHead(200, { "set-cookie": ["a=1", "b=2; Path=/b"] }).end(html);
  await browser.visit("/");
  answer = (_, response) => response.writeHead(200, { "set-cookie": "a=; Max-Age=0" }).end(html);
  await browser.visit("/b");
  await browser.visit("/b");
  expect(requests.slice(-2).map(({ headers }) => headers.cookie?.split("; ").toSorted())).toEqual([
    ["a=1", "b=2"],
    ["b=2"],
  ]);
  await browser.follow("Out");
  expect([browser.url, browser.text]).toEqual(["https://calendar.example.com/x?y=1", ""]);
});
