import { config, z } from "zod";

// Zod would try whether it may compile code, which the pages' Content-Security-Policy forbids and browsers report.
config({ jitless: true });

export { z };

/** Without control characters, which nobody types, and databases and messages stumble over. */
export function visible(text: string): string {
  return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, "");
}

/** Text for one line, such as a title or a name: white space of any kind becomes one space. */
export function oneLine(text: string): string {
  return visible(text).replaceAll(/\s+/g, " ");
}
