import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

interface Manifest {
  share_target: { action: string; method: string; enctype: string; params: Record<Field, string> };
}

type Field = "title" | "text" | "url";

/** Shares into the page's window as the installed app does: by the form that its manifest names. */
export async function share(
  page: Page,
  home: string,
  shared: Partial<Record<Field, string>>,
): Promise<void> {
  const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")) as Manifest;
  const { action, params, ...target } = manifest.share_target;
  const fields = Object.entries(shared).map(([name, value]) => [params[name as Field], value]);
  const sent = { ...target, action: new URL(action, home).href };
  const loaded = page.waitForEvent("load");
  await page.evaluate(
    ([attributes, values]) => {
      const form = document.createElement("form");
      Object.assign(form, attributes);
      for (const [name = "", value = ""] of values) {
        const field = document.createElement("textarea");
        Object.assign(field, { name, value });
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    },
    [sent, fields] as const,
  );
  await loaded;
}
