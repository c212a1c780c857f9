import type { OpenWindow } from "./drivers/driver.ts";
import { openFirefox } from "./drivers/firefox.ts";
import { openWebkit } from "./drivers/webkit.ts";

export const openers = { firefox: openFirefox, webkit: openWebkit } satisfies Record<
  string,
  OpenWindow
>;
