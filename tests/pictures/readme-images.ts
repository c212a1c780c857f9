// npm run readme-images: saves the README's four pictures to docs/images/, and those that browsers
// show before Mila is installed to public/.
import { mkdirSync, writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";
import { addSession, waitForHydration } from "../support/browser/browser.ts";
import { browserOptions } from "../support/browser/chromium.ts";
import { askSam } from "../support/messages/delegation-link.ts";
import { addTask } from "../support/records/add-task.ts";
import { signedInFamily } from "../support/people/signed-in-family.ts";
import { startMila } from "../support/product/mila.ts";
import type { Visitor } from "../support/product/visitor.ts";

const folder = "docs/images";
const phone = { width: 360, height: 720 };
const screen = { width: 1280, height: 800 };
const unsure = "Soccer with grandpa on Saturday at 8";
const timeZone = "America/New_York";

// The mail server is dead: nothing here needs to arrive.
await using mila = await startMila({
  EMAIL_FROM: "Mila <mila@example.com>",
  SMTP_URL: "smtp://127.0.0.1:9",
});
const nora = await signedInFamily(mila);
const request = await settleIn(nora);
const browser = await chromium.launch(browserOptions());
mkdirSync(folder, { recursive: true });
await takePicture(browser, `${folder}/request`, request);
await nora.post(request, { answer: "accept" });
await takePicture(browser, `${folder}/dashboard`, "/dashboard");
await takePicture(browser, `${folder}/dashboard-dark`, "/dashboard");
await takePicture(
  browser,
  `${folder}/unsure`,
  `/tasks/confirm?${new URLSearchParams({ text: unsure })}`,
);
await takePicture(browser, "public/screenshot-phone", "/dashboard");
await takePicture(browser, "public/screenshot-phone-family", "/family");
await takePicture(browser, "public/screenshot-computer", "/dashboard", screen);
await browser.close();

/** Returns the path of what Sam is asked. */
async function settleIn(family: Visitor): Promise<string> {
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "Berg",
    role: "mom",
    timeZone,
  });
  await family.post("/welcome/children", { names: "Emma, Leo" });
  await family.post("/welcome/skip");
  await addTask(family, {
    title: "Leo has soccer practice",
    category: "Kids",
    dueDate: inDays(5, "10:00"),
  });
  await addTask(family, { title: "Order groceries", dueDate: inDays(1, "17:00") });
  await addTask(family, { title: "Water the plants", dueDate: inDays(2, "09:00") });
  await addTask(family, {
    title: "Take grandma to the doctor",
    category: "Elders",
    dueDate: inDays(4, "11:00"),
  });
  const pickUp = {
    title: "Pick up Emma from school",
    category: "Kids",
    dueDate: inDays(1, "15:00"),
  } as const;
  return (await askSam(family, pickUp)).path;
}

function inDays(days: number, time: string): string {
  const day = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toLocaleDateString("sv-SE", {
    timeZone,
  });
  return `${day}T${time}`;
}

async function takePicture(
  open: Browser,
  name: string,
  path: string,
  viewport = phone,
): Promise<void> {
  const context = await open.newContext({
    baseURL: mila.url,
    viewport,
    deviceScaleFactor: viewport === phone ? 2 : 1,
    timezoneId: timeZone,
    colorScheme: name.endsWith("-dark") ? "dark" : "light",
    reducedMotion: "reduce",
  });
  if (path !== request) await addSession(context, mila, nora);
  const page = await context.newPage();
  await page.goto(path);
  await waitForHydration(page);
  const picture = await page.screenshot();
  writeFileSync(`${name}.webp`, await toWebp(page, picture));
  await context.close();
}

/** Half the size of a PNG. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  await page.goto("about:blank");
  const bytes = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, png.toString("base64"));
  return Buffer.from(bytes);
}
