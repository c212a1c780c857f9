import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Allocates other buffers between the cards, as rendering pages does. */
const program = `
  import { createElement } from "react";
  import { KeptParts } from "#app/server/shell/kept-markup.server.ts";
  for (let card = 0; card < 300; card += 1) {
    const kept = new KeptParts();
    const mark = kept.add("card " + card, () => createElement("p", null, "Buy milk ".repeat(110)));
    await kept.fill("<body>" + "other ".repeat(5_000) + mark + "</body>");
  }
  // V8 frees buffers in the background after a collection.
  const readings = [];
  for (let turn = 0; turn < 10; turn += 1) {
    gc();
    await new Promise(setImmediate);
    readings.push(process.memoryUsage().arrayBuffers);
  }
  console.log(Math.min(...readings));
`;

test("kept cards hold little more memory than their markup", () => {
  const node = [
    "--expose-gc",
    "--disable-warning=ExperimentalWarning",
    "--input-type=module",
    "--eval",
    program,
  ];
  const bytes = Number(execFileSync(process.execPath, node, { encoding: "utf8" }));
  expect(bytes).toBeGreaterThan(300_000);
  expect(bytes).toBeLessThan(1_500_000);
});
